/** One editor process, as its log tells it. Lines in, state out; a new process in the same file starts afresh. Pure. */
import type { CompileMessage } from '@fairlead/protocol/tools'
import { isSecretValue } from '../logs/log-secrets.ts'
import { type LogMark, markIn } from './log-line.ts'

/** Errors that are kept whole; more are counted. */
const MAX_ERRORS = 200
/** Errors that are told apart; beyond them, the count may include repetitions. */
const MAX_KNOWN = 5_000
const MAX_LINES = 400
const MAX_LINE_CHARS = 1_000
/** A list of arguments is short; a later line is not one. */
const MAX_ARGUMENTS = 100

export interface LogSession {
	readonly unityVersion: string | null
	/** The project's path as Unity wrote it; null: not said (yet). */
	readonly project: string | null
	readonly batch: boolean
	/** The process continued in another file. */
	readonly moved: boolean
	readonly loaded: boolean
	readonly importing: boolean
	readonly compiling: boolean
	/** How the last compilation ended; null: none has. */
	readonly compiled: 'succeeded' | 'failed' | null
	readonly safeMode: boolean
	/** The question whether to enter Safe Mode is answered, or no longer needed. */
	readonly safeModeLeft: boolean
	readonly unlicensed: boolean
	readonly crash: string | null
	readonly ended: boolean
	/** Distinct errors of the last compilation. */
	readonly errors: readonly CompileMessage[]
	readonly errorCount: number
	/** Counts up with each compilation that begins, over all processes of the file. */
	readonly compilations: number
}

const NEW: LogSession = {
	unityVersion: null,
	project: null,
	batch: false,
	moved: false,
	loaded: false,
	importing: false,
	compiling: false,
	compiled: null,
	safeMode: false,
	safeModeLeft: false,
	unlicensed: false,
	crash: null,
	ended: false,
	errors: [],
	errorCount: 0,
	compilations: 0,
}

export class LogReader {
	#session: LogSession = NEW
	#known = new Set<string>()
	/** Arguments still expected, and whether the next one is the project's path. */
	#arguments: { left: number; isPath: boolean } | null = null
	#sawArguments = false
	/** Compiler messages are those of a player's build. */
	#building = false
	/** Projects that were named by processes that wrote to this file, in one spelling. */
	#projects = new Set<string>()
	readonly #lines: string[] = []
	/** The last line in clear: it may name the secret argument that follows. */
	#lastLine: string | undefined = undefined

	/** Processes of several projects write to this file: no line can be told to be of one of them. */
	get mixed(): boolean {
		return this.#projects.size > 1
	}

	get session(): LogSession {
		return this.#session
	}

	/** The last lines, oldest first. */
	get lines(): readonly string[] {
		return this.#lines
	}

	/** A complete line without its line break. */
	line(text: string): void {
		this.#keep(text)
		if (this.#arguments) this.#argument(text)
		const mark = markIn(text)
		if (mark) this.#apply(mark)
	}

	/** The file was replaced. */
	restart(): void {
		this.#begin()
		this.#projects = new Set()
		this.#lines.length = 0
		this.#lastLine = undefined
	}

	#begin(): void {
		this.#session = { ...NEW, compilations: this.#session.compilations }
		this.#known = new Set()
		this.#arguments = null
		this.#sawArguments = false
		this.#building = false
	}

	#keep(text: string): void {
		const read = text.trimEnd().slice(0, MAX_LINE_CHARS)
		this.#lines.push(isSecretValue(read, this.#lastLine) ? '(hidden)' : read)
		this.#lastLine = read
		if (this.#lines.length > MAX_LINES * 2) this.#lines.splice(0, MAX_LINES)
	}

	#argument(text: string): void {
		const expected = this.#arguments
		if (!expected) return
		const value = text.trim()
		if (expected.isPath && value !== '') this.#named(value)
		const isPath = /^-{1,2}(projectpath|createproject)$/i.test(value)
		this.#arguments = expected.left > 1 ? { left: expected.left - 1, isPath } : null
	}

	#named(project: string): void {
		this.#projects.add(project.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase())
		this.#set({ project })
	}

	#apply(mark: LogMark): void {
		switch (mark.kind) {
			case 'version':
				if (this.#session.unityVersion !== null || this.#sawArguments) this.#begin()
				this.#set({ unityVersion: mark.version })
				return
			case 'engine':
				if (this.#session.unityVersion === null) this.#set({ unityVersion: mark.version })
				return
			case 'arguments':
				if (this.#sawArguments) this.#begin()
				this.#sawArguments = true
				this.#arguments = { left: MAX_ARGUMENTS, isPath: false }
				return
			case 'batch':
				this.#set({ batch: true })
				return
			case 'project':
				this.#arguments = null
				this.#named(mark.path)
				return
			case 'moved':
				this.#set({ moved: true })
				return
			case 'importing':
				this.#set({ importing: true })
				return
			case 'imported':
				this.#set({ importing: false })
				return
			case 'building':
				this.#building = true
				return
			case 'compiling':
				this.#building = false
				this.#known = new Set()
				this.#set({
					compiling: true,
					compilations: this.#session.compilations + 1,
					errors: [],
					errorCount: 0,
				})
				return
			case 'compiled':
				if (!this.#building) this.#compiled(mark.succeeded)
				return
			case 'message':
				if (mark.message.severity === 'error' && !this.#building) this.#error(mark.message)
				return
			case 'safe_mode':
				this.#set({ safeMode: mark.on })
				return
			case 'leaving_safe_mode':
				this.#known = new Set()
				this.#set({
					safeMode: false,
					safeModeLeft: true,
					compiled: null,
					errors: [],
					errorCount: 0,
				})
				return
			case 'loaded':
				this.#set({ loaded: true, importing: false })
				return
			case 'unlicensed':
				this.#set({ unlicensed: true })
				return
			case 'crash':
				this.#set({ crash: this.#session.crash ?? mark.what })
				return
			case 'ended':
				this.#set({ ended: true, compiling: false, importing: false })
				return
			default:
				mark satisfies never
		}
	}

	#compiled(succeeded: boolean): void {
		if (succeeded) {
			this.#known = new Set()
			this.#set({ compiling: false, compiled: 'succeeded', errors: [], errorCount: 0 })
		} else this.#set({ compiling: false, compiled: 'failed' })
	}

	/** Unity writes each error up to three times. */
	#error(message: CompileMessage): void {
		const { file, line, column, code } = message
		const key = `${file}:${line}:${column}:${code}`
		if (this.#known.has(key)) return
		const { errors, errorCount } = this.#session
		if (this.#known.size < MAX_KNOWN) this.#known.add(key)
		this.#set({
			errors: errors.length < MAX_ERRORS ? [...errors, message] : errors,
			errorCount: errorCount + 1,
		})
	}

	#set(change: Partial<LogSession>): void {
		this.#session = { ...this.#session, ...change }
	}
}
