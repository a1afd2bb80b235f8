/**
 * The transcript of an agent's session, in the shapes in which Claude Code writes its own: cards, statuses and the page read
 * both alike. Whole lines, in order, in a file that is bounded and for this user only.
 */
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { cut, type Fields } from '../agents/transcripts/fields.ts'

const MAX_BYTES = 50 * 1024 * 1024
/** Records that change the session's status may exceed the limit by this. */
const RESERVE_BYTES = 1024 * 1024
/** A line above 1 MB is not shown: JSON makes some texts longer. */
const MAX_LINE_BYTES = 900_000
/** Characters of one text: readers of transcripts show no more. */
const MAX_TEXT = 100_000
const FULL = 'The transcript has reached 50 MB: what follows is not written.'

export interface TranscriptPorts {
	now(): number
	/** More was written to the transcript. */
	written(path: string): void
}

export interface ToolRecord {
	readonly id: string
	readonly name: string
	readonly input: Fields
}

export class SessionTranscript {
	readonly path: string
	readonly #of: { readonly sessionId: string; readonly cwd: string }
	readonly #ports: TranscriptPorts
	readonly #maxBytes: number
	/** The count at which an earlier process of the session stopped. It makes ids that are used again different ones. */
	readonly #since: number
	#bytes: number
	#isFull = false
	#messages = 0
	#waiting: string[] = []
	#writing: Promise<void> | null = null

	constructor(
		path: string,
		of: { readonly sessionId: string; readonly cwd: string },
		ports: TranscriptPorts,
		{ maxBytes = MAX_BYTES, since = 0 }: { maxBytes?: number; since?: number } = {},
	) {
		this.path = path
		this.#of = of
		this.#ports = ports
		this.#maxBytes = maxBytes
		this.#since = since
		this.#bytes = since
		// The relay may have been killed in the middle of a line.
		if (since > 0) this.#waiting.push('\n')
	}

	/** Says where the session runs, and of which agent it is. */
	begin(program: string): void {
		this.#add('system', { subtype: 'init', program }, true)
	}

	prompt(text: string): void {
		this.#add('user', message('user', cut(text, MAX_TEXT)), true)
	}

	text(text: string): void {
		this.#assistant({ type: 'text', text: cut(text, MAX_TEXT) })
	}

	thinking(thinking: string): void {
		this.#assistant({ type: 'thinking', thinking: cut(thinking, MAX_TEXT) })
	}

	tool({ id, name, input }: ToolRecord): void {
		const fits = Buffer.byteLength(JSON.stringify(input)) < MAX_LINE_BYTES
		const shown = fits ? input : { '…': 'Its input is too long to be written here.' }
		this.#assistant({ type: 'tool_use', id: this.#own(id), name, input: shown })
	}

	/** @param file that the result is of: those that hold secrets are not shown */
	result(id: string, text: string, failed: boolean, file: string | null): void {
		const content = this.#isFull ? '' : cut(text, MAX_TEXT)
		const part = { tool_use_id: this.#own(id), type: 'tool_result', content, is_error: failed }
		const more = file === null ? {} : { toolUseResult: { filePath: file } }
		this.#add('user', { ...message('user', [part]), ...more }, true)
	}

	note(text: string): void {
		this.#add('system', { subtype: 'compact_boundary', content: cut(text, MAX_TEXT) }, false)
	}

	/** Tokens of the context now, and US dollars so far. */
	usage(used: number, size: number, cost: number | null): void {
		this.#add('system', { subtype: 'usage', used, size, cost }, false)
	}

	turnEnd(): void {
		this.#add('system', { subtype: 'turn_duration' }, true)
	}

	interrupted(): void {
		const part = { type: 'text', text: '[Request interrupted by user]' }
		this.#add('user', message('user', [part]), true)
	}

	/** Ends the turn with words of ours. */
	failed(text: string): void {
		const content = [{ type: 'text', text }]
		const said = { ...message('assistant', content, this.#newId()), isApiErrorMessage: true }
		this.#add('assistant', said, true)
		this.turnEnd()
	}

	/** Resolves when all of it is on the disk, or cannot be written. */
	async done(): Promise<void> {
		while (this.#writing) await this.#writing
	}

	#assistant(part: Fields): void {
		this.#add('assistant', message('assistant', [part], this.#newId()), false)
	}

	#newId(): string {
		return this.#own(`msg_${++this.#messages}`)
	}

	#own(id: string): string {
		return this.#since === 0 ? id : `${id}-${this.#since}`
	}

	#add(type: string, more: Fields, isNeeded: boolean): void {
		if (this.#isFull && !isNeeded) return
		const { sessionId, cwd } = this.#of
		const timestamp = new Date(this.#ports.now()).toISOString()
		const line = `${JSON.stringify({ type, sessionId, cwd, timestamp, ...more })}\n`
		const bytes = Buffer.byteLength(line)
		if (this.#bytes + bytes > this.#maxBytes + (isNeeded ? RESERVE_BYTES : 0)) {
			if (this.#isFull) return
			this.#isFull = true
			this.#add('system', { subtype: 'compact_boundary', content: FULL }, true)
			return
		}
		this.#bytes += bytes
		this.#waiting.push(line)
		this.#writing ??= this.#write().finally(() => {
			this.#writing = null
		})
	}

	async #write(): Promise<void> {
		await mkdir(dirname(this.path), { recursive: true, mode: 0o700 }).catch(() => undefined)
		while (this.#waiting.length > 0) {
			const lines = this.#waiting.join('')
			this.#waiting = []
			// A disk that is full must not end the session.
			await appendFile(this.path, lines, { mode: 0o600 }).catch(() => undefined)
			this.#ports.written(this.path)
		}
	}
}

const message = (role: string, content: unknown, id?: string): Fields => ({
	message: { role, content, ...(id === undefined ? {} : { id }) },
})
