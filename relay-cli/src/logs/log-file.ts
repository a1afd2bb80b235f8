/**
 * The relay's log: `logs/relay.log` in the home folder, one line per event, and the files it grew out
 * of (`relay.1.log` is the newest of them). Bounded, for this user only, and without secrets.
 */
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withoutSecrets } from '@fairlead/protocol/view/without-secrets'

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
