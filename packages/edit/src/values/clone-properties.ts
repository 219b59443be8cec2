import {
  DelegateValue,
  MapValue,
  Property,
  PropertyList,
  type PropertyValue,
  RawStruct,
  TaggedStruct,
} from '@ukit/objects'

/**
 * A copy of a list that shares nothing that an edit changes: what is put back when the edit fails half-way.
 */
export function cloneProperties(list: PropertyList): PropertyList {
  const copy = new PropertyList()
  copy.end = list.end
  copy.items = list.items.map((property) =>
    Object.assign(new Property(property.name), property, { value: cloneValue(property.value) }),
  )
  return copy
}

function cloneValue(value: PropertyValue): PropertyValue {
  if (Array.isArray(value)) return value.map(cloneValue)
  if (value instanceof RawStruct) return new RawStruct(value.type, value.values.map(cloneValue))
  if (value instanceof TaggedStruct) return new TaggedStruct(value.name, cloneProperties(value.properties))
  if (value instanceof DelegateValue) return Object.assign(new DelegateValue(), value)
  if (value instanceof MapValue) {
    const entries = value.entries.map(([key, item]): [PropertyValue, PropertyValue] => [
      cloneValue(key),
      cloneValue(item),
    ])
    return Object.assign(new MapValue(), { entries })
  }
  return value
}
