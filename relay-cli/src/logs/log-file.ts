/**
 * The relay's log: `logs/relay.log` in the home folder, one line per event, and the files it grew out
 * of (`relay.1.log` is the newest of them). Bounded, for this user only, and without secrets.
 */
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Weeks of an ordinary relay. */
const MAX_FILE_BYTES = 1024 * 1024
/** Besides the current one. */
const KEPT_FILES = 4
/** A stack fits; a page of text does not. */
const MAX_LINE_CHARS = 4_000

export type LogLevel = 'info' | 'warning' | 'error'

export interface LogOptions {
	readonly maxFileBytes?: number
	now(): number
}

export const logFolder = (home: string): string => join(home, 'logs')

/** Newest first. */
export const logFiles = (home: string): string[] =>
	Array.from({ length: KEPT_FILES + 1 }, (_, i) =>
		join(logFolder(home), i === 0 ? 'relay.log' : `relay.${i}.log`),
	)

/** A path has words; random text changes between digits and both cases all the time. */
function isBase64(text: string): boolean {
	const changes = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[a-zA-Z])/g)?.length ?? 0
	return /[+=]/.test(text) || (/\d/.test(text) && changes * 3 >= text.length)
}

/** A JWT begins with encoded JSON, and has dots. `words`: words that dots join. */
function withoutJwt(words: string): string {
	const at = words.search(/\beyJ[\w-]{6}/)
	return at === -1 || !words.includes('.', at) ? words : `${words.slice(0, at)}(hidden)`
}

/**
 * Texts that look like a secret: nothing should write one here, and a message from elsewhere may. Each expression reads
 * a sign a few times at most, however long the text is: none can begin at every sign and read on to the end.
 */
export function withoutSecrets(text: string): string {
	return text
		.replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 (hidden)')
		.replace(/(:\/\/)[^\s/@]+@/g, '$1(hidden)@')
		.replace(/(\/\/hooks\.slack\.com\/)[^\s"'<>]+/gi, '$1(hidden)')
		.replace(/[\w.-]+/g, withoutJwt)
		.replace(
			/((?:^|[\s"'])-{1,2}[\w-]*(?:token|secret|password|hubSessionId|licensingIpc|serial|username)["']?\s+["']?)(?![-"'\s])[^\s"']+/gi,
			'$1(hidden)',
		)
		.replace(
			/\b(token|secret|password|passwd|api[_-]?key)(["']?\s*[=:]\s*["']?)[^\s"'&,;)]+/gi,
			'$1$2(hidden)',
		)
		.replace(/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, '(hidden)')
		.replace(/\b(?:sk|gh[a-z]|github_pat|glpat|xox[a-z]|fl[a-z])[-_][\w-]{16,}/g, '(hidden)')
		.replace(/(?<![\w/.-])[A-Za-z0-9_-]{40,}(?![\w/.-])/g, '(hidden)')
		.replace(/(?<![\w/.+:-])[A-Za-z0-9+/]{40,}={0,2}(?![\w/.+=-])/g, (text) =>
			isBase64(text) ? '(hidden)' : text,
		)
}

/** Never throws: a full or read-only disk must not stop the relay. */
export class LogFile {
	readonly #home: string
	readonly #options: LogOptions
	#size: number | null = null

	constructor(home: string, options: LogOptions) {
		this.#home = home
		this.#options = options
	}

	write(level: LogLevel, message: string): void {
		const time = new Date(this.#options.now()).toISOString()
		const text = withoutSecrets(message)
			.replaceAll(/[\r\n]+\s*/g, ' | ')
			.slice(0, MAX_LINE_CHARS)
		const line = `${time} ${level.padEnd(7)} ${text}\n`
		try {
			this.#append(line)
		} catch {
			// Not written: the next line tries again.
			this.#size = null
		}
	}

	#append(line: string): void {
		const [path = ''] = logFiles(this.#home)
		this.#size ??= this.#open(path)
		const bytes = Buffer.byteLength(line)
		if (this.#size > 0 && this.#size + bytes > (this.#options.maxFileBytes ?? MAX_FILE_BYTES)) {
			this.#rotate()
			this.#size = 0
		}
		appendFileSync(path, line, { mode: FILE_MODE })
		this.#size += bytes
	}

	/** The size of the file that is there. */
	#open(path: string): number {
		mkdirSync(logFolder(this.#home), { recursive: true, mode: FOLDER_MODE })
		const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
		if (size > 0 && process.platform !== 'win32') chmodSync(path, FILE_MODE)
		return size
	}

	#rotate(): void {
		const files = logFiles(this.#home)
		rmSync(files.at(-1) ?? '', { force: true })
		for (let i = files.length - 2; i >= 0; i--) {
			try {
				renameSync(files[i] ?? '', files[i + 1] ?? '')
			} catch (error) {
				if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
			}
		}
	}
}
