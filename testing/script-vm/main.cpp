// Runs script functions of packages in the script VM of SurrealEngine, without a window and without a game.
//
//   script-vm VERSION GAME < CALLS       runs calls, and prints a line for each
//   script-vm VERSION GAME PACKAGE…      prints a call for each function that takes and returns plain values
//
// VERSION is the version of Unreal Tournament whose Object is in Core: 436 or 469. GAME is a folder whose System has
// the packages and a Default.ini. Each line of CALLS is a class and the steps that are taken on a new object of it,
// with tabs in between: Package.Class, then any number of
//
//   call NAME ARGUMENTS…     calls a function
//   tick                     lets the code of the object's state run until it waits or stops
//
// where a step's own words are separated by the character 1. What is printed is what the last call returned, as text,
// or "error: " and why. A class of actors gets three actors in an otherwise empty level. Every line is run in a
// process of its own, since functions that expect a running game end in a crash here.
//
// SurrealEngine's program opens a window and loads a map; here only its package reader, its objects and its VM
// are used, so that an Engine is made in zeroed memory with what these three ask for.

#include "Precomp.h"
#include "Engine.h"
#include "Package/Package.h"
#include "Package/PackageManager.h"
#include "Packages/Core/UClass.h"
#include "Packages/Core/UFunction.h"
#include "Packages/Core/Properties/UProperty.h"
#include "Packages/Engine/Actors/UActor.h"
#include "Packages/Engine/Resources/Level/ULevel.h"
#include "Utils/Logger.h"
#include "VM/ExpressionValue.h"
#include "VM/Frame.h"
#include "VM/ScriptCall.h"
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

using Words = std::vector<std::string>;

Words split(const std::string& text, char separator)
{
	Words words;
	size_t start = 0;
	while (true)
	{
		const size_t end = text.find(separator, start);
		words.push_back(text.substr(start, end - start));
		if (end == std::string::npos)
			return words;
		start = end + 1;
	}
}

std::string number(float value)
{
	char text[64];
	std::snprintf(text, sizeof text, "%.7g", value);
	return text;
}

std::string textOf(const ExpressionValue& value)
{
	switch (value.GetType())
	{
	case ExpressionValueType::Nothing: return "nothing";
	case ExpressionValueType::ValueByte: return std::to_string(value.ToByte());
	case ExpressionValueType::ValueInt: return std::to_string(value.ToInt());
	case ExpressionValueType::ValueBool: return value.ToBool() ? "true" : "false";
	case ExpressionValueType::ValueFloat: return number(value.ToFloat());
	case ExpressionValueType::ValueString: return value.ToString();
	case ExpressionValueType::ValueName: return value.ToName().ToString();
	case ExpressionValueType::ValueObject: return value.ToObject() ? value.ToObject()->Name.ToString() : "None";
	case ExpressionValueType::ValueVector:
	{
		const vec3& v = value.ToVector();
		return "(" + number(v.x) + "," + number(v.y) + "," + number(v.z) + ")";
	}
	case ExpressionValueType::ValueRotator:
	{
		const Rotator& r = value.ToRotator();
		return "(" + std::to_string(r.Pitch) + "," + std::to_string(r.Yaw) + "," + std::to_string(r.Roll) + ")";
	}
	default: throw std::runtime_error("a result of this type cannot be printed");
	}
}

ExpressionValue argument(const UProperty& parameter, const std::string& text)
{
	switch (parameter.ValueType)
	{
	case ExpressionValueType::ValueByte: return ExpressionValue::ByteValue((uint8_t)std::stoi(text));
	case ExpressionValueType::ValueInt: return ExpressionValue::IntValue(std::stoi(text));
	case ExpressionValueType::ValueBool: return ExpressionValue::BoolValue(text == "true");
	case ExpressionValueType::ValueFloat: return ExpressionValue::FloatValue(std::stof(text));
	case ExpressionValueType::ValueString: return ExpressionValue::StringValue(text);
	case ExpressionValueType::ValueName: return ExpressionValue::NameValue(text);
	default: throw std::runtime_error("an argument of this type cannot be given");
	}
}

ExpressionValue call(UObject* object, const Words& words)
{
	UFunction* function = FindEventFunction(object, words.at(1));
	if (!function)
		throw std::runtime_error("there is no function " + words[1]);
	Array<ExpressionValue> arguments;
	size_t next = 2;
	for (UField* field = function->Children; field; field = field->Next)
	{
		const UProperty* parameter = UObject::TryCast<UProperty>(field);
		if (!parameter || !AllFlags(parameter->PropFlags, PropertyFlags::Parm))
			continue;
		if (AllFlags(parameter->PropFlags, PropertyFlags::ReturnParm) || next == words.size())
			continue;
		arguments.push_back(argument(*parameter, words[next++]));
	}
	return Frame::Call(function, object, arguments);
}

UObject* newObject(const std::string& path)
{
	const Words parts = split(path, '.');
	UClass* type = engine->packages->GetPackage(parts.at(0))->GetClass(parts.at(1));
	if (!type)
		throw std::runtime_error("there is no class " + path);
	Package* transient = engine->packages->GetTransientPackage();
	UObject* object = transient->NewObject("Object0", type, ObjectFlags::NoFlags);
	engine->Level->Actors.clear();
	for (UObject* actor = object; UObject::IsType<UActor>(actor) && engine->Level->Actors.size() < 3;)
	{
		engine->Level->Actors.push_back(UObject::Cast<UActor>(actor));
		actor = transient->NewObject("Actor" + std::to_string(engine->Level->Actors.size()), type, ObjectFlags::NoFlags);
	}
	return object;
}

std::string run(const std::string& line)
{
	const Words steps = split(line, '\t');
	UObject* object = newObject(steps.at(0));
	ExpressionValue result;
	for (size_t i = 1; i < steps.size(); i++)
	{
		const Words words = split(steps[i], '\1');
		if (words[0] == "tick")
		{
			if (object->StateFrame)
				object->StateFrame->Tick();
		}
		else
		{
			result = call(object, words);
			result.Load();
		}
	}
	return textOf(result);
}

void startEngine(int version, const std::string& folder)
{
	engine = static_cast<Engine*>(std::calloc(1, sizeof(Engine)));
	GameLaunchInfo game;
	game.ue1Version = 436;
	game.gameVersion = version;
	game.gameName = "Unreal Tournament";
	game.gameExecutableName = "UnrealTournament";
	game.gameRootFolder = folder;
	new (&engine->LaunchInfo) GameLaunchInfo(game);
	new (&engine->packages) std::unique_ptr<PackageManager>(new PackageManager(game));
	UClass* level = engine->packages->GetPackage("Engine")->GetClass("Level");
	engine->Level = GC::Alloc<ULevel>(NameString("MyLevel"), level, ObjectFlags::NoFlags);
}

/** The call's answer; what becomes of the process that runs it is in it. */
std::string runApart(const std::string& line)
{
	int ends[2];
	if (pipe(ends) != 0)
		throw std::runtime_error("no pipe");
	const pid_t child = fork();
	if (child == 0)
	{
		alarm(20);
		std::string answer;
		try
		{
			answer = run(line);
		}
		catch (const std::exception& error)
		{
			answer = std::string("error: ") + error.what();
		}
		const ssize_t written = write(ends[1], answer.data(), answer.size());
		_exit(written == (ssize_t)answer.size() ? 0 : 1);
	}
	close(ends[1]);
	std::string answer;
	char part[4096];
	for (ssize_t size; (size = read(ends[0], part, sizeof part)) > 0;)
		answer.append(part, size);
	close(ends[0]);
	int status = 0;
	waitpid(child, &status, 0);
	if (WIFSIGNALED(status))
		answer = "error: ended by signal " + std::to_string(WTERMSIG(status));
	for (char& one : answer)
		if (one == '\n' || one == '\r')
			one = ' ';
	return answer;
}

/** A plain value for a parameter, the same in every run; empty when its type has none. */
std::string plainValue(const UProperty& parameter, size_t index)
{
	switch (parameter.ValueType)
	{
	case ExpressionValueType::ValueByte:
	case ExpressionValueType::ValueInt: return std::to_string(3 + index);
	case ExpressionValueType::ValueBool: return index % 2 ? "true" : "false";
	case ExpressionValueType::ValueFloat: return std::to_string(1.5 + index);
	case ExpressionValueType::ValueString: return "Some,text=" + std::to_string(index) + "?Name=Value;";
	case ExpressionValueType::ValueName: return "Some";
	default: return "";
	}
}

bool isPlain(const UProperty& property)
{
	const ExpressionValueType type = property.ValueType;
	return type == ExpressionValueType::ValueVector || type == ExpressionValueType::ValueRotator
		|| type == ExpressionValueType::ValueObject || !plainValue(property, 0).empty();
}

/** The call of a function with plain values; empty when it takes or returns others. */
std::string callOf(UFunction* function)
{
	std::string call = "call\1" + function->Name.ToString();
	bool returns = false;
	size_t index = 0;
	for (UField* field = function->Children; field; field = field->Next)
	{
		const UProperty* property = UObject::TryCast<UProperty>(field);
		if (!property || !AllFlags(property->PropFlags, PropertyFlags::Parm))
			continue;
		if (property->ArrayDimension != 1)
			return "";
		if (AllFlags(property->PropFlags, PropertyFlags::ReturnParm))
		{
			returns = isPlain(*property);
			continue;
		}
		const std::string value = plainValue(*property, index++);
		if (value.empty())
			return "";
		call += "\1" + value;
	}
	return returns ? call : "";
}

void printCalls(const std::string& packageName)
{
	Package* package = engine->packages->GetPackage(packageName);
	for (UClass* type : package->GetAllObjects<UClass>())
		for (UField* field = type->Children; field; field = field->Next)
		{
			UFunction* function = UObject::TryCast<UFunction>(field);
			if (!function || AllFlags(function->FuncFlags, FunctionFlags::Native))
				continue;
			const std::string call = callOf(function);
			if (!call.empty())
				std::cout << packageName << "." << type->Name.ToString() << "\t" << call << "\n";
		}
}

void runCalls()
{
	std::vector<std::string> lines;
	for (std::string line; std::getline(std::cin, line);)
	{
		lines.push_back(line);
		try
		{
			newObject(split(line, '\t')[0]);
		}
		catch (const std::exception&)
		{
			// The call says so again.
		}
	}
	for (const std::string& line : lines)
		std::cout << runApart(line) << std::endl;
}

} // namespace

int main(int count, char** words)
{
	if (count < 3)
	{
		std::cerr << "usage: script-vm VERSION GAME [PACKAGE...] < CALLS\n";
		return 2;
	}
	try
	{
		startEngine(std::atoi(words[1]), words[2]);
		for (int i = 3; i < count; i++)
			printCalls(words[i]);
	}
	catch (const std::exception& error)
	{
		std::cerr << "the packages cannot be loaded: " << error.what() << "\n";
		return 1;
	}
	if (count == 3)
		runCalls();
	// What the engine owns was never whole: nothing of it is taken apart.
	std::cout.flush();
	std::_Exit(0);
}
