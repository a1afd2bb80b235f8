/** One transcript that is followed, and what it says. */
import type { RegisteredSession } from '../living/registry.ts'
import { reduce, type SessionEvent } from '../session/reduce.ts'
import { newSession, type Session } from '../session/session.ts'
import { isSameStatus, standingOf } from '../session/status.ts'
import type { SplitLine } from '../transcripts/line-splitter.ts'
import { readRecord } from '../transcripts/record.ts'
import { subAgentName, type TranscriptFile } from '../transcripts/session-files.ts'
import { TranscriptTail } from '../transcripts/transcript-tail.ts'

/** The place in which a session runs; `outside`: not in a folder that may be shown. */
export type SessionPlace =
	| { readonly kind: 'unknown' }
	| { readonly kind: 'outside' }
	| {
			readonly kind: 'inside'
			readonly editorKey: string
			readonly real: string
			readonly below: string
	  }

export interface FollowedFilePorts {
	now(): number
	/** A record has a type that is not known here. */
	unknown(type: string): void
}

export class FollowedFile {
	readonly path: string
	readonly sessionId: string
	/** null for a session itself. */
	readonly subId: string | null
	/** The relay runs it itself. */
	readonly isOwn: boolean
	session: Session
	place: SessionPlace = { kind: 'unknown' }
	/** It was read to its end once. */
	isReady = false
	wasRegistered = false
	name: string | null = null
	/** When its conversation was last written to, and first. */
	saidAt = 0
	firstAt = 0
	readonly #ports: FollowedFilePorts
	readonly #tail: TranscriptTail
	#stamp = ''
	#registryStamp = ''

	constructor(file: TranscriptFile, ports: FollowedFilePorts, isOwn = false) {
		this.path = file.path
		this.sessionId = file.sessionId
		this.subId = file.subId
		this.#ports = ports
		this.isOwn = isOwn
		// The time of its first record replaces this one.
		this.session = newSession(Math.min(ports.now(), Math.trunc(file.mtimeMs)), isOwn)
		this.#tail = new TranscriptTail(file.path, {
			line: (line) => this.#line(line),
			restarted: () => {
				this.session = newSession(ports.now(), isOwn)
			},
		})
	}

	/** It was read, and the place of its session is known. News of it that comes earlier has to wait. */
	get isKnown(): boolean {
		return this.isReady && this.place.kind !== 'unknown'
	}

	/** Whether the file is another than at the last look, as far as the system says. */
	hasChanged({ mtimeMs, size }: TranscriptFile): boolean {
		return this.#stamp !== `${mtimeMs} ${size}`
	}

	/** Reads what is new. True if there was something. */
	async look(): Promise<boolean> {
		if (this.subId !== null) this.name ??= await subAgentName(this.path)
		const looked = await this.#tail.look()
		if (!looked) return false
		this.#stamp = `${looked.mtimeMs} ${looked.size}`
		const isFirst = !this.isReady
		this.isReady = true
		return looked.grew || isFirst
	}

	tell(event: SessionEvent): void {
		this.session = reduce(this.session, event, this.#ports.now())
	}

	/** Takes its entry in Claude Code's registry. Told once: the registry may be behind later news. */
	registered(entry: RegisteredSession | undefined): void {
		// It was read before its session was told to do something: what is idle then works by now.
		if (entry?.state === 'idle' && entry.at < this.session.heardAt) return
		const stamp = entry ? `${entry.pid} ${entry.state} ${entry.waitingFor}` : ''
		if (stamp === this.#registryStamp) return
		this.#registryStamp = stamp
		if (!entry) return
		this.wasRegistered = true
		this.tell({ kind: 'registry', state: entry.state, waitingFor: entry.waitingFor })
	}

	/** The time at which its status may change by itself; null: it never does. */
	get dueAt(): number | null {
		const now = this.#ports.now()
		const { status, until } = standingOf(this.session, now)
		// Its time may have come while other files were read, before anything waited for it.
		return isSameStatus(status, this.session.status) ? until : now
	}

	#line(line: SplitLine): void {
		try {
			const record = readRecord(line)
			if (record.kind === 'unknown') this.#ports.unknown(record.type)
			this.tell({ kind: 'record', record, isSub: this.subId !== null })
			if (record.kind !== 'prompt' && record.kind !== 'assistant' && record.kind !== 'cleared')
				return
			const at = record.at ?? this.#ports.now()
			this.saidAt = Math.max(this.saidAt, at)
			this.firstAt ||= at
		} catch {
			// One line that cannot be understood must not end the reading of the others.
		}
	}
}
