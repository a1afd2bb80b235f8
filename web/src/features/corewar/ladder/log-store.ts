/** Events on the ladder while the page was open. Pure, but for the listeners. */

export const LOG_LEVELS = ['info', 'problem'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const LOG_CATEGORIES = ['player', 'upload', 'duel', 'arena'] as const
export type LogCategory = (typeof LOG_CATEGORIES)[number]

export interface LogLine {
	readonly id: number
	/** Unix milliseconds. */
	readonly at: number
	readonly level: LogLevel
	readonly category: LogCategory
	readonly text: string
	/** A line each, such as the errors of a source. */
	readonly details: readonly string[]
}

export interface LogFilter {
	readonly level: LogLevel | null
	readonly category: LogCategory | null
	/** In text and details; capitals do not matter. */
	readonly search: string
}

/** Older lines are dropped. */
export const MAX_LOG_LINES = 500

export class LogStore {
	#lines: readonly LogLine[] = []
	#ids = 0
	readonly #listeners = new Set<() => void>()

	/** The newest first. */
	readonly list = (): readonly LogLine[] => this.#lines

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener)
		return () => this.#listeners.delete(listener)
	}

	add(line: Omit<LogLine, 'id' | 'at' | 'details'> & { details?: readonly string[] }): void {
		const added = { id: ++this.#ids, at: Date.now(), details: [], ...line }
		this.#set([added, ...this.#lines].slice(0, MAX_LOG_LINES))
	}

	clear(): void {
		this.#set([])
	}

	#set(lines: readonly LogLine[]): void {
		this.#lines = lines
		for (const listener of this.#listeners) listener()
	}
}

export function matching(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
	const wanted = filter.search.trim().toLowerCase()
	return lines.filter(
		({ level, category, text, details }) =>
			(filter.level === null || level === filter.level) &&
			(filter.category === null || category === filter.category) &&
			[text, ...details].some((one) => one.toLowerCase().includes(wanted)),
	)
}
