/**
 * Another conversation of the project, whose agent changes the same editor in turns: it hands its calls to the room as a
 * Conversation does, and waits for each outcome before it makes the next call.
 */
import type { Call, CallOutcome } from '@fairlead/protocol/wire/calls'
import type { RunChanged } from '@fairlead/protocol/wire/viewer-link'
import { WAIT_BUDGET_MS } from '../../../../worker/src/ports/room.ts'
import { LEASE_IDLE_MS, TURN_OF_ANOTHER } from '../../../../worker/src/rooms/calls/editor-leases.ts'
import { newLife, type ObjectHost } from '../hosts/object-host.ts'
import type { RpcNet, stub } from '../hosts/rpc.ts'
import type { Random } from '../random.ts'

const ID = 'cnv_neighbour'
const HASH = 'e'.repeat(64)
const DEADLINE_MS = 30_000
/** Pauses until the room takes a call, and before another look in case it has lost one, as a Conversation's are. */
const RETRY_MS = 700
const LOOK_AGAIN_MS = 10 * 60_000
/** Well within the time that a lease stays with its agent. */
const THINK_MS = LEASE_IDLE_MS / 6

export const isOfNeighbour = (callId: string): boolean => callId.startsWith(ID)

interface Turn {
	readonly restMs: number
	readonly thinkMs: readonly number[]
	/** Whether the room hears that it is over. */
	readonly told: boolean
}

interface OwnCall {
	executions: number
	outcome: CallOutcome | null
}

export function planNeighbour(random: Random): readonly Turn[] {
	return Array.from({ length: random.between(2, 8) }, () => ({
		restMs: random.between(0, 3_000),
		thinkMs: Array.from({ length: random.between(1, 4) }, () => random.between(5, THINK_MS / 2)),
		told: random.chance(0.6),
	}))
}

/** Executed changes, in their order: `agent` is a turn of the neighbour, or the conversation of the seed. */
interface Executed {
	readonly agent: number | 'seed'
}

export class Neighbour {
	readonly #net: RpcNet
	readonly #room: () => ReturnType<typeof stub>
	readonly #turns: readonly Turn[]
	readonly #calls = new Map<string, OwnCall>()
	readonly #executed: Executed[] = []
	#finished: boolean
	/** Counts changes that found the editor with the other agent. */
	waited = 0

	constructor(net: RpcNet, room: () => ReturnType<typeof stub>, turns: readonly Turn[]) {
		this.#net = net
		this.#room = room
		this.#turns = turns
		this.#finished = turns.length === 0
	}

	get finished(): boolean {
		return this.#finished
	}

	/** The object that the room reaches for the neighbour. It never fails. */
	readonly host: Pick<ObjectHost<OwnedCalls>, 'aborts' | 'get'> = {
		aborts: 0,
		get: () => ({
			life: newLife(),
			instance: {
				callSettled: async (callId, outcome) => {
					const call = this.#calls.get(callId)
					if (call) call.outcome ??= outcome
					return true
				},
				callWaiting: async () => undefined,
				callProgress: async () => undefined,
			},
		}),
	}

	async run(): Promise<void> {
		for (const [index, turn] of this.#turns.entries()) {
			await this.#net.scheduler.sleep(turn.restMs)
			for (const [n, ms] of turn.thinkMs.entries()) {
				await this.#net.scheduler.sleep(ms)
				await this.#call(`${ID}.${index}.${n}`)
			}
			if (!turn.told) continue
			const ended: RunChanged = { conversationId: ID, runId: `run_${index}`, state: 'completed' }
			await this.#room()
				['runChanged']?.(ended as never, 'model' as never)
				.catch(() => undefined)
		}
		this.#finished = true
	}

	async #call(callId: string): Promise<void> {
		const own: OwnCall = { executions: 0, outcome: null }
		this.#calls.set(callId, own)
		const call: Call = {
			callId,
			method: 'unity_hierarchy',
			params: { action: 'create', name: callId },
			argsHash: HASH,
			deadlineMs: DEADLINE_MS,
		}
		const owner = { kind: 'conversation', id: ID } as const
		const request = { call, owner, editorKey: null, runsOn: 'editor', replay: 'once' } as const
		const { scheduler } = this.#net
		while (own.outcome === null) {
			try {
				const receipt = (await this.#room()['dispatch']?.(request as never)) as
					| { accepted: true; waiting: string | null }
					| { accepted: false; outcome: CallOutcome }
				if (!receipt.accepted) own.outcome ??= receipt.outcome
				else if (receipt.waiting === TURN_OF_ANOTHER) this.waited++
			} catch {
				await scheduler.sleep(RETRY_MS)
				continue
			}
			const until = scheduler.now + LOOK_AGAIN_MS
			while (own.outcome === null && scheduler.now < until) await scheduler.sleep(20)
		}
	}

	/** Notes that a call of the neighbour reached the editor. */
	execute(callId: string): CallOutcome {
		const own = this.#calls.get(callId)
		if (own) own.executions++
		this.#executed.push({ agent: Number(callId.split('.')[1]) })
		return { status: 'ok', result: { did: callId } }
	}

	/** Notes that a change of the other conversation reached the editor. */
	saw(): void {
		this.#executed.push({ agent: 'seed' })
	}

	/** `calm`: nothing went wrong on the way, so that each turn must be one. */
	violations(calm: boolean): string[] {
		const found = [...this.#calls].flatMap(([callId, { executions, outcome }]) => {
			if (outcome === null) return [`${callId} was left open`]
			if (executions > 1) return [`${callId} was executed ${executions} times`]
			if (outcome.status === 'ok') return executions === 1 ? [] : [`${callId} was not executed`]
			const unsure = outcome.error.code === 'effect_unknown'
			return executions === 0 || unsure ? [] : [`${callId} was executed: ${outcome.error.code}`]
		})
		const inCalm = calm ? [...this.#torn(), ...this.#late()] : []
		return [...found, ...inCalm].map((text) => `Neighbour: ${text}`)
	}

	/** Reports a turn whose end nobody told: it lasted until the calls that waited for it were given up. */
	#late(): string[] {
		return this.#net.scheduler.elapsed < WAIT_BUDGET_MS ? [] : ['a turn did not end']
	}

	/** Reports changes of the other conversation in the middle of a turn. */
	#torn(): string[] {
		return this.#turns.flatMap((_, turn) => {
			const first = this.#executed.findIndex(({ agent }) => agent === turn)
			const last = this.#executed.findLastIndex(({ agent }) => agent === turn)
			const inside = this.#executed.slice(Math.max(first, 0), last + 1)
			return inside.some(({ agent }) => agent === 'seed') ? [`turn ${turn} was torn`] : []
		})
	}
}

interface OwnedCalls {
	callSettled(callId: string, outcome: CallOutcome): Promise<boolean>
	callWaiting(): Promise<void>
	callProgress(): Promise<void>
	alarm?(): Promise<void>
}
