/** Everything that decides how a battle ends: what is stored, shared and replayed. */
import {
	BOUNDS,
	ENGINE_VERSION,
	LIMITS,
	MAX_SEED,
	resolveSettings,
	type Settings,
} from '@fairlead/corewar/source'

export const MIN_WARRIORS = 2
/** The number of colours that everybody can tell apart. */
export const MAX_WARRIORS = 10
/** A page keeps the result of each round. */
export const MAX_ROUNDS = 10_000
/** About a minute on a slow computer, if every round ends in a tie. */
const MAX_UNASKED_STEPS = 2_000_000_000
/** A name stands in one line of a list. */
const MAX_NAME = 200

/** Names are those of the engine's settings; how many warriors and rounds there are stands beside them. */
export type BattleSettings = Pick<
	Settings,
	'coreSize' | 'maxCycles' | 'maxProcesses' | 'maxLength' | 'minDistance'
> &
	Partial<Pick<Settings, 'readLimit' | 'writeLimit' | 'pspaceSize'>>

export interface Contestant {
	readonly name: string
	readonly source: string
}

/** Marks a battle that another arena fought with its own engine. */
export const FOREIGN_ENGINE = 0

export interface BattleSetup {
	/** {@link FOREIGN_ENGINE}, or a version of this one. */
	readonly engineVersion: number
	readonly settings: BattleSettings
	readonly rounds: number
	readonly seed: number
	readonly warriors: readonly Contestant[]
}

const NEEDED = ['coreSize', 'maxCycles', 'maxProcesses', 'maxLength', 'minDistance'] as const
const OPTIONAL = ['readLimit', 'writeLimit', 'pspaceSize'] as const

/** The names of the page's fields. */
export const SETTING_LABELS: Readonly<Record<keyof BattleSettings, string>> = {
	coreSize: 'Core size',
	maxCycles: 'Cycles',
	maxLength: 'Length',
	maxProcesses: 'Processes',
	minDistance: 'Distance',
	readLimit: 'Read limit',
	writeLimit: 'Write limit',
	pspaceSize: 'P-space',
}

/** Settings that have a field: the needed ones, and of the optional ones those that a link has set. */
export const settingNames = (settings: BattleSettings): readonly (keyof BattleSettings)[] => [
	...NEEDED,
	...OPTIONAL.filter((name) => settings[name] !== undefined),
]

type Fields = Readonly<Record<string, unknown>>

/** @returns null unless it has these fields, and of others at most the optional ones */
export function fieldsOf(
	value: unknown,
	needed: readonly string[],
	optional: readonly string[] = [],
): Fields | null {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
	const names = Object.keys(value)
	const fits =
		needed.every((name) => names.includes(name)) &&
		names.every((name) => needed.includes(name) || optional.includes(name))
	return fits ? (value as Fields) : null
}

export const isCount = (value: unknown, min: number, max: number): value is number =>
	Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max

const isText = (value: unknown, max: number): value is string =>
	typeof value === 'string' && value.length <= max

/**
 * Checks a battle from elsewhere, field by field. Not by a zod schema: those that it would need make every other page
 * 15 KB larger.
 * @returns null if this page cannot run it
 */
export function readSetup(value: unknown): BattleSetup | null {
	const setup = fieldsOf(value, ['engineVersion', 'settings', 'rounds', 'seed', 'warriors'])
	const settings = readSettings(setup?.['settings'])
	if (setup === null || settings === null) return null
	const { engineVersion, rounds, seed, warriors } = setup
	if (!isCount(engineVersion, 1, Number.MAX_SAFE_INTEGER)) return null
	if (!isCount(rounds, 1, MAX_ROUNDS) || !isCount(seed, 1, MAX_SEED)) return null
	if (!Array.isArray(warriors) || !isCount(warriors.length, MIN_WARRIORS, MAX_WARRIORS)) return null
	const contestants = warriors.flatMap((one) => readContestant(one) ?? [])
	if (contestants.length < warriors.length) return null
	return { engineVersion, settings, rounds, seed, warriors: contestants }
}

function readSettings(value: unknown): BattleSettings | null {
	const fields = fieldsOf(value, NEEDED, OPTIONAL)
	if (fields === null) return null
	for (const one of Object.values(fields)) if (!isCount(one, 1, BOUNDS.maxCycles)) return null
	const settings = fields as unknown as BattleSettings
	try {
		resolveSettings(settings)
		return settings
	} catch {
		return null
	}
}

function readContestant(value: unknown): Contestant | null {
	const { name, source } = fieldsOf(value, ['name', 'source']) ?? {}
	return isText(name, MAX_NAME) && isText(source, LIMITS.sourceLength) ? { name, source } : null
}

export interface Preset {
	readonly name: string
	readonly settings: BattleSettings
	readonly rounds: number
}

export const PRESETS = [
	{
		name: 'ICWS’94, 8,000 cells',
		settings: {
			coreSize: 8_000,
			maxCycles: 80_000,
			maxProcesses: 8_000,
			maxLength: 100,
			minDistance: 100,
		},
		rounds: 100,
	},
	{
		name: 'Large, 25,200 cells',
		settings: {
			coreSize: 25_200,
			maxCycles: 252_000,
			maxProcesses: 25_200,
			maxLength: 5_040,
			minDistance: 5_040,
		},
		rounds: 100,
	},
	{
		name: 'Small, 800 cells',
		settings: {
			coreSize: 800,
			maxCycles: 8_000,
			maxProcesses: 800,
			maxLength: 20,
			minDistance: 20,
		},
		rounds: 100,
	},
] as const satisfies readonly Preset[]

/** @returns what is wrong with the settings of a battle, in a sentence; null if nothing */
export function settingsProblem(settings: BattleSettings, warriors: number): string | null {
	try {
		resolveSettings({ ...settings, warriors })
	} catch (error) {
		if (error instanceof RangeError) return inWords(error.message)
		throw error
	}
	return warriors * settings.minDistance > settings.coreSize
		? `${warriors} warriors that begin ${settings.minDistance} cells apart need a core of ${warriors * settings.minDistance} cells.`
		: null
}

/** The engine's errors begin with the name of the setting. */
const inWords = (message: string): string =>
	message.replace(/^\w+/, (name) => SETTING_LABELS[name as keyof BattleSettings] ?? name)

/** Whether it may take minutes: it is then fought only when the person says so, as a link may be a stranger's. */
export const isLong = ({ settings, rounds, warriors }: BattleSetup): boolean =>
	rounds * (warriors.length * settings.maxCycles + settings.coreSize) > MAX_UNASKED_STEPS

/** Whether this engine is of the version with which the battle was made. */
export const isSameEngine = ({ engineVersion }: Pick<BattleSetup, 'engineVersion'>): boolean =>
	engineVersion === ENGINE_VERSION

export const randomSeed = (): number =>
	1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % MAX_SEED)
