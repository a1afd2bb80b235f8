/**
 * `agent-sessions.ts <Claude folder> <folder> <sessions> <lines a second of each> <seconds>`: transcripts that all grow at
 * once. Each session begins a command every second, whose text is its number and the time (Unix ms), and ends it half a
 * second later; the other lines are what it prints. Prints READY when all have their first line, GROWS some seconds later,
 * and DONE with the bytes written since and the milliseconds that this took.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hashOf } from '../../relay-cli/src/agents/transcripts/claude-folder.ts'
import { Records } from '../../relay-cli/test/mock-claude/records.ts'

const [claude = '', cwd = '', ...numbers] = process.argv.slice(2)
const [sessions = 0, linesPerSecond = 0, seconds = 0] = numbers.map(Number)
/** Real sessions write line by line, and not all at the same moment. */
const TICK_MS = 50
/** Until the relay and the page have seen all of them. */
const FIRST_LOOK_MS = 6_000
const TICKS_PER_SECOND = 1_000 / TICK_MS

class GrowingSession {
	readonly #records: Records
	readonly #file: number
	/** The part of a second after which it begins its command, so that the sessions do so one after another. */
	readonly #first: number
	#commands = 0

	constructor(folder: string, n: number) {
		const sessionId = randomUUID()
		this.#records = new Records({ sessionId, cwd, now: Date.now })
		this.#file = openSync(join(folder, `${sessionId}.jsonl`), 'a')
		this.#first = n % TICKS_PER_SECOND
	}

	begin(): number {
		return this.#write([this.#records.prompt(`Session of the bench`)])
	}

	/** Bytes written. */
	tick(n: number, lines: number): number {
		const at = (n - this.#first) % TICKS_PER_SECOND
		const tool = `toolu_${this.#commands}`
		const rest = Array.from({ length: lines - 1 }, () => this.#records.progress(tool))
		if (n < this.#first) return this.#write(rest)
		if (at === 0) {
			const command = `step ${++this.#commands} ${Date.now()}`
			return this.#write([
				this.#records.tool(`toolu_${this.#commands}`, 'Bash', { command }),
				...rest,
			])
		}
		if (at === TICKS_PER_SECOND / 2) return this.#write([this.#records.result(tool), ...rest])
		return this.#write([this.#records.progress(tool), ...rest])
	}

	close(): void {
		closeSync(this.#file)
	}

	#write(lines: readonly string[]): number {
		return lines.length === 0 ? 0 : writeSync(this.#file, `${lines.join('\n')}\n`)
	}
}

const folder = join(claude, 'projects', hashOf(cwd))
mkdirSync(folder, { recursive: true })
const all = Array.from({ length: sessions }, (_, n) => new GrowingSession(folder, n))
for (const session of all) session.begin()
console.log('READY')
await setTimeout(FIRST_LOOK_MS)
console.log('GROWS')
let bytes = 0
const began = performance.now()
for (let n = 0; n < seconds * TICKS_PER_SECOND; n++) {
	for (const session of all) bytes += session.tick(n, linesPerSecond / TICKS_PER_SECOND)
	await setTimeout(Math.max(0, began + (n + 1) * TICK_MS - performance.now()))
}
for (const session of all) session.close()
console.log(`DONE ${bytes} ${Math.round(performance.now() - began)}`)
