/**
 * This editor's record of its calls: received → started → done with the outcome.
 *
 * Kept in memory and, for calls that may not run twice, in `<project>/Library/Fairlead/journal.jsonl`:
 * one JSON line per step, appended before the step is taken, so that it survives a kill of the process.
 * Reads are kept in memory only: repeating one is harmless.
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, EditorJournalEntry, type EditorOutcome } from '@fairlead/protocol'
import writeFileAtomic from 'write-file-atomic'
import * as z from 'zod'

const FOLDER = join('Library', 'Fairlead')
const FILE = 'journal.jsonl'
/** The hello carries at most this many (the wire's bound). */
const MAX_ENTRIES = 1_000
/** Memory limit of all stored outcomes of reads; the oldest are dropped first. */
const MAX_READ_CHARS = 4 * 1024 * 1024
/** The hello stays far below the wire's 16 MiB. */
const MAX_HELLO_CHARS = 8 * 1024 * 1024

const Line = z.union([EditorJournalEntry, z.object({ forget: z.array(z.string()) })])

export class CallJournal {
	readonly #entries = new Map<string, EditorJournalEntry>()
	/** Ids of reads, with the size of their outcomes; not on disk. */
	readonly #reads = new Map<string, number>()
	#file: number

	private constructor(entries: readonly EditorJournalEntry[], file: number) {
		for (const entry of entries) this.#entries.set(entry.callId, entry)
		this.#file = file
	}

	/** Reads an earlier process's entries; a line cut off by a kill is dropped. */
	static open(projectPath: string): CallJournal {
		const folder = join(projectPath, FOLDER)
		mkdirSync(folder, { recursive: true })
		const path = join(folder, FILE)
		const entries = readJournal(path)
		const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
		writeFileAtomic.sync(path, text)
		return new CallJournal(entries, openSync(path, 'a'))
	}

	get(callId: string): EditorJournalEntry | undefined {
		return this.#entries.get(callId)
	}

	/** Steps forward; on disk before this returns, unless the call is a read. */
	received(call: Pick<Call, 'callId' | 'argsHash'>, isRead: boolean): void {
		if (isRead) this.#reads.set(call.callId, 0)
		this.#put({ callId: call.callId, argsHash: call.argsHash, state: 'received' })
		this.#prune()
	}

	started(callId: string): void {
		const entry = this.#entries.get(callId)
		if (entry) this.#put({ callId, argsHash: entry.argsHash, state: 'started' })
	}

	done(callId: string, outcome: EditorOutcome): void {
		const entry = this.#entries.get(callId)
		if (!entry) return
		const read = this.#reads.has(callId)
		if (read) this.#reads.set(callId, JSON.stringify(outcome).length)
		this.#put({ callId, argsHash: entry.argsHash, state: 'done', outcome })
		if (read) this.#pruneReads()
	}

	forget(callIds: readonly string[]): void {
		const known = callIds.filter((id) => this.#entries.delete(id))
		const onDisk = known.filter((id) => !this.#reads.delete(id))
		if (onDisk.length > 0) this.#write({ forget: onDisk })
	}

	/** The calls that the hello names: all that may not run twice, and reads that have no answer yet. */
	entries(): EditorJournalEntry[] {
		const entries: EditorJournalEntry[] = []
		let chars = 0
		for (const entry of [...this.#entries.values()].reverse()) {
			if (this.#reads.has(entry.callId) && entry.state === 'done') continue
			chars += JSON.stringify(entry).length
			if (entries.length >= MAX_ENTRIES || chars > MAX_HELLO_CHARS) break
			entries.push(entry)
		}
		return entries.reverse()
	}

	close(): void {
		if (this.#file < 0) return
		closeSync(this.#file)
		this.#file = -1
	}

	#put(entry: EditorJournalEntry): void {
		this.#entries.set(entry.callId, entry)
		if (!this.#reads.has(entry.callId)) this.#write(entry)
	}

	#write(line: z.infer<typeof Line>): void {
		if (this.#file < 0) return
		// No fsync: written data survives the process, which is all that is promised.
		writeSync(this.#file, `${JSON.stringify(line)}\n`)
	}

	#prune(): void {
		if (this.#entries.size <= MAX_ENTRIES) return
		// Settled ones that nobody asked to forget: the oldest are the least likely to be asked for.
		for (const [id, entry] of this.#entries) {
			if (entry.state !== 'done') continue
			this.forget([id])
			if (this.#entries.size <= MAX_ENTRIES) return
		}
	}

	#pruneReads(): void {
		let chars = 0
		for (const size of this.#reads.values()) chars += size
		for (const [id, size] of this.#reads) {
			if (chars <= MAX_READ_CHARS) return
			if (this.#entries.get(id)?.state !== 'done') continue
			this.forget([id])
			chars -= size
		}
	}
}

function readJournal(path: string): EditorJournalEntry[] {
	let text: string
	try {
		text = readFileSync(path, 'utf8')
	} catch {
		return []
	}
	const entries = new Map<string, EditorJournalEntry>()
	for (const line of text.split('\n')) {
		const parsed = parseLine(line)
		if (!parsed) continue
		if ('forget' in parsed) for (const id of parsed.forget) entries.delete(id)
		else entries.set(parsed.callId, parsed)
	}
	return [...entries.values()].slice(-MAX_ENTRIES)
}

function parseLine(line: string): z.infer<typeof Line> | null {
	if (line === '') return null
	try {
		const parsed = Line.safeParse(JSON.parse(line))
		return parsed.success ? parsed.data : null
	} catch {
		return null
	}
}
