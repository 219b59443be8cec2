import type { FormatContext } from '../archive/context.js'
import type { Threshold } from '../versions.js'
import { ExportEntry } from './export-entry.js'
import { ImportEntry } from './import-entry.js'
import { NameEntry } from './name-entry.js'
import { RowPlan } from './row-plan.js'

/** How the rows of each table are passed. */
export interface TablePlans {
  readonly names: RowPlan
  readonly imports: RowPlan
  readonly exports: RowPlan
}

interface MadePlans extends TablePlans {
  /** What was asked to make them, and the answers: formats that answer alike have the same plans. */
  readonly answers: readonly (readonly [threshold: Threshold, isSince: boolean])[]
}

/** Those that were made: a dozen for all versions there are. */
const MADE: MadePlans[] = []

/** How many versions are remembered: files of strangers may have any. */
const MOST_VERSIONS = 500

/** The same by version, for games that moved nothing. */
const BY_VERSION = new Map<number, TablePlans>()

/** The plans of the three tables, in the engine's own layout with what the game moved. */
export function tablePlans(context: FormatContext): TablePlans {
  if (context.dialect.moved !== undefined) return findPlans(context)
  let plans = BY_VERSION.get(context.version)
  if (plans === undefined) {
    plans = findPlans(context)
    if (BY_VERSION.size >= MOST_VERSIONS) BY_VERSION.clear()
    BY_VERSION.set(context.version, plans)
  }
  return plans
}

function findPlans(context: FormatContext): TablePlans {
  const made = MADE.find(({ answers }) => answers.every(([threshold, isSince]) => context.since(threshold) === isSince))
  if (made !== undefined) return made
  const answers = new Map<Threshold, boolean>()
  const since = (threshold: Threshold) => {
    const answer = context.since(threshold)
    answers.set(threshold, answer)
    return answer
  }
  const plans = {
    names: RowPlan.of(since, () => new NameEntry()),
    imports: RowPlan.of(since, () => new ImportEntry()),
    exports: RowPlan.of(since, () => new ExportEntry()),
  }
  MADE.push({ ...plans, answers: [...answers] })
  return plans
}
