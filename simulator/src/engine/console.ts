/** The editor's console: bounded, equal consecutive entries folded. */

import type { LogEntry, ToolArgs, ToolResult } from '@fairlead/protocol/tools'
import { Fault } from './fault.ts'

/** The oldest entries fall out above this. */
export const MAX_CONSOLE_ENTRIES = 1_000

export interface ConsoleMessage {
	readonly type: LogEntry['type']
	readonly message: string
	readonly stackTrace?: string
}

type Kind = 'errors' | 'warnings' | 'logs'

function kindOf(type: LogEntry['type']): Kind {
	switch (type) {
		case 'error':
		case 'assert':
		case 'exception':
			return 'errors'
		case 'warning':
			return 'warnings'
		case 'log':
			return 'logs'
		default:
			return type satisfies never
	}
}

export class Console {
	#entries: LogEntry[] = []
	readonly #now: () => number
	readonly #changed: () => void

	constructor(now: () => number, changed: () => void) {
		this.#now = now
		this.#changed = changed
	}

	get entries(): readonly LogEntry[] {
		return this.#entries
	}

	add(entry: ConsoleMessage): void {
		const timestamp = new Date(this.#now()).toISOString()
		const last = this.#entries.at(-1)
		if (
			last &&
			last.type === entry.type &&
			last.message === entry.message &&
			last.stackTrace === entry.stackTrace
		) {
			this.#entries[this.#entries.length - 1] = {
				...last,
				timestamp,
				count: (last.count ?? 1) + 1,
			}
		} else {
			this.#entries.push({ ...entry, timestamp })
			if (this.#entries.length > MAX_CONSOLE_ENTRIES) this.#entries.shift()
		}
		this.#changed()
	}

	clear(): void {
		this.#entries = []
		this.#changed()
	}

	/** Errors and warnings since a time in milliseconds: the newest, and how many there were. */
	/** @param untold begins messages that are left out */
	problemsSince(since: number, count: number, untold?: string) {
		const found = this.#entries.filter(
			(entry) =>
				entry.type !== 'log' &&
				Date.parse(entry.timestamp) >= since &&
				!(untold && entry.message.startsWith(untold)),
		)
		if (found.length === 0) return {}
		const problems = found
			.slice(-count)
			.reverse()
			.map(({ type, message, count }) => ({ type, message, ...(count ? { count } : {}) }))
		return { problems, problemCount: found.length }
	}

	/** Drops the entries that `gone` picks: Unity removes old compile errors before it compiles. */
	remove(gone: (entry: LogEntry) => boolean): void {
		this.#entries = this.#entries.filter((entry) => !gone(entry))
		this.#changed()
	}

	load(entries: readonly LogEntry[]): void {
		this.#entries = entries.slice(-MAX_CONSOLE_ENTRIES)
	}

	/** Newest first. An invalid `since` counts as "from the beginning". */
	read(args: ToolArgs<'read_console_logs', 'run'>): ToolResult<'read_console_logs', 'run'> {
		const counts = { errors: 0, warnings: 0, logs: 0 }
		const since = args.since === undefined ? Number.NaN : Date.parse(args.since)
		const matching: LogEntry[] = []
		for (const entry of this.#entries) {
			const kind = kindOf(entry.type)
			counts[kind] += entry.count ?? 1
			if (args.filter !== 'all' && args.filter !== kind) continue
			if (!Number.isNaN(since) && Date.parse(entry.timestamp) < since) continue
			matching.push(entry)
		}
		const logs = matching
			.slice(-args.count)
			.reverse()
			.map(({ stackTrace, ...entry }) =>
				args.include_stacks && stackTrace !== undefined ? { ...entry, stackTrace } : entry,
			)
		return { logs, total: matching.length, counts }
	}
}

/** read_console_logs. */
export const consoleActions = {
	run(core: { readonly console: Console }, args: Parameters<Console['read']>[0]) {
		if (args.since !== undefined && Number.isNaN(Date.parse(args.since)))
			throw new Fault('invalid_arguments', `"${args.since}" is not a time.`, {
				hint: 'Give ISO 8601, e.g. 2026-11-21T10:00:00Z.',
			})
		return core.console.read(args)
	},
}
