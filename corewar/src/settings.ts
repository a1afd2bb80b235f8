/** The settings of a battle. */

export interface Settings {
	/** Cells of the core. */
	readonly coreSize: number
	/** Executions of each warrior until a round is a tie. */
	readonly maxCycles: number
	/** Processes a warrior may have at once. */
	readonly maxProcesses: number
	/** Instructions of a warrior. */
	readonly maxLength: number
	/** Cells between the first instructions of two warriors, at least. */
	readonly minDistance: number
	/** How far away, in both directions together, an instruction reads and writes; coreSize: anywhere. */
	readonly readLimit: number
	readonly writeLimit: number
	/** Cells of a warrior's P-space. */
	readonly pspaceSize: number
	/** Value of the predefined constant WARRIORS; `rounds` is that of ROUNDS. */
	readonly warriors: number
	readonly rounds: number
}

/** @throws RangeError if a number is not a whole number from 0 on */
export function checkCountOf(name: string, value: number): void {
	if (Number.isSafeInteger(value) && value >= 0) return
	throw new RangeError(`${name} must be a whole number from 0 on, not ${value}.`)
}

/** Bounds that keep one round within the memory and time of a small server. */
export const BOUNDS = {
	coreSize: 1_000_000,
	maxCycles: 10_000_000,
	maxProcesses: 100_000,
	maxLength: 10_000,
	warriors: 36,
	rounds: 1_000_000,
	/** Cells of all P-spaces together. */
	pspaceCells: 4_000_000,
} as const

const DEFAULT_CORE_SIZE = 8_000
const PSPACE_FRACTION = 16

/** A 16th of the core, or the next larger fraction that divides it. */
export function defaultPspaceSize(coreSize: number): number {
	for (let fraction = PSPACE_FRACTION; fraction > 1; fraction--) {
		if (coreSize % fraction === 0) return coreSize / fraction
	}
	return coreSize
}

/**
 * Fills in what is left out (core 8000, 80000 cycles, 8000 processes, 100 instructions and cells
 * between warriors, no limits, two warriors, one round).
 * @throws RangeError that names the setting if one is not a whole number within its bounds
 */
export function resolveSettings(some: Partial<Settings> = {}): Settings {
	const coreSize = some.coreSize ?? DEFAULT_CORE_SIZE
	const maxLength = some.maxLength ?? Math.min(100, coreSize)
	const settings: Settings = {
		coreSize,
		maxCycles: some.maxCycles ?? 80_000,
		maxProcesses: some.maxProcesses ?? 8_000,
		maxLength,
		minDistance: some.minDistance ?? maxLength,
		readLimit: some.readLimit ?? coreSize,
		writeLimit: some.writeLimit ?? coreSize,
		pspaceSize: some.pspaceSize ?? defaultPspaceSize(coreSize),
		warriors: some.warriors ?? 2,
		rounds: some.rounds ?? 1,
	}
	const check = (name: keyof Settings, low: number, high: number): void => {
		const value = settings[name]
		if (Number.isSafeInteger(value) && value >= low && value <= high) return
		throw new RangeError(`${name} must be a whole number from ${low} to ${high}, not ${value}.`)
	}
	check('coreSize', 2, BOUNDS.coreSize)
	check('maxCycles', 1, BOUNDS.maxCycles)
	check('maxProcesses', 1, BOUNDS.maxProcesses)
	check('maxLength', 1, Math.min(BOUNDS.maxLength, coreSize))
	check('minDistance', maxLength, coreSize)
	check('readLimit', 1, coreSize)
	check('writeLimit', 1, coreSize)
	check('warriors', 1, BOUNDS.warriors)
	check('pspaceSize', 1, Math.min(coreSize, Math.floor(BOUNDS.pspaceCells / settings.warriors)))
	check('rounds', 1, BOUNDS.rounds)
	return settings
}
