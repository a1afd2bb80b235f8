/** Reads the output of a command again and again while somebody sees it, each time from where the last part ended. */

import { CommandOutput } from '@fairlead/protocol/commands/running-commands'
import { type CallError, type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { type GrownOutput, grown, NOTHING_YET } from './grown-output.ts'

/** A person reads no faster; each read wakes the project's room. */
const GREW_MS = 1_000
/** It wrote nothing, or could not be asked. */
const QUIET_MS = 3_000

/** Asking again would not help. */
const FINAL: ReadonlySet<string> = new Set(['denied', 'unsupported', 'target_gone'])

export interface Followed {
	readonly output: GrownOutput
	/** Why the latest read brought nothing; what was read before stays. */
	readonly error: CallError | null
}

export interface FollowerPorts {
	readonly read: (fromByte: number) => Promise<CallOutcome>
	readonly show: (followed: Followed) => void
	/** Calls back once, later; returns the way to call it off. */
	readonly after: (ms: number, then: () => void) => () => void
	/** A command that is not known may begin yet. */
	readonly mayBegin: boolean
}

export class Follower {
	readonly #ports: FollowerPorts
	#output: GrownOutput = NOTHING_YET
	#seen = false
	#reading = false
	#over = false
	#callOff: () => void = () => undefined

	constructor(ports: FollowerPorts) {
		this.#ports = ports
	}

	/** Whether somebody sees it now: what nobody sees is not read. */
	see(seen: boolean): void {
		this.#seen = seen
		this.#callOff()
		if (seen && !this.#reading && !this.#over) void this.#read()
	}

	end(): void {
		this.#over = true
		this.#callOff()
	}

	async #read(): Promise<void> {
		this.#reading = true
		const { nextByte } = this.#output
		const outcome = await this.#ports.read(nextByte)
		this.#reading = false
		if (this.#over) return
		const pause = this.#take(outcome)
		if (this.#seen && pause !== null) this.#callOff = this.#ports.after(pause, () => this.#read())
	}

	/** Returns null if there is nothing more to read. */
	#take(outcome: CallOutcome): number | null {
		const { show, mayBegin } = this.#ports
		const before = this.#output
		const part = outcome.status === 'ok' ? CommandOutput.safeParse(outcome.result) : null
		if (part?.success) {
			this.#output = grown(before, part.data)
			show({ output: this.#output, error: null })
			const grew = part.data.nextByte > before.nextByte
			this.#over = part.data.state !== 'running' && !grew
			return this.#over ? null : grew ? GREW_MS : QUIET_MS
		}
		const { error } = outcome.status === 'error' ? outcome : failed('internal', UNREADABLE)
		show({ output: before, error })
		this.#over = FINAL.has(error.code) || (error.code === 'not_found' && !mayBegin)
		return this.#over ? null : QUIET_MS
	}
}

const UNREADABLE = 'The answer of the relay cannot be read.'
