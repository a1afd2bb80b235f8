/** An editor behind a relay that counts what it executes and keeps a journal, like a real one. */

import type { EditorSeat } from '@fairlead/protocol/editors/editors'
import { TOOLS, type ToolName } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import type { RoutedCall } from '@fairlead/protocol/wire/relay-link'
import { connectRelay, type Relay } from './harness.ts'

/** The registry's example of the tool and action. */
export function exampleOutcome({
	method,
	params,
}: Pick<RoutedCall, 'method' | 'params'>): CallOutcome {
	const actions = TOOLS[method as ToolName].actions as Record<
		string,
		{ examples: readonly { result: unknown }[] }
	>
	return { status: 'ok', result: actions[String(params['action'] ?? 'run')]?.examples[0]?.result }
}

export class JournalingEditor {
	relay: Relay
	/** Does not begin its calls. */
	hold: (call: RoutedCall) => boolean = () => false
	/** Does not answer `project.context`. */
	holdContext = false
	readonly executed = new Map<string, number>()
	readonly #outcomeOf: (call: RoutedCall) => CallOutcome
	readonly #journal = new Map<string, { argsHash: string; outcome: CallOutcome }>()
	readonly #answered = new Set<string>()
	#connection = 1
	#stopped = false

	constructor(relay: Relay, outcomeOf: (call: RoutedCall) => CallOutcome = exampleOutcome) {
		this.relay = relay
		this.#outcomeOf = outcomeOf
		this.#tell(relay)
	}

	/** Looks for unanswered calls until {@link stop}. */
	async serve(): Promise<void> {
		while (!this.#stopped) {
			for (const call of this.relay.calls()) {
				const key = `${this.#connection}:${call.callId}`
				if (this.hold(call) || this.#answered.has(key)) continue
				this.#answered.add(key)
				this.relay.reply(call.callId, this.#execute(call))
			}
			await new Promise((resolve) => setTimeout(resolve, 2))
		}
	}

	stop(): void {
		this.#stopped = true
	}

	/** The relay reconnects, as after a lost socket. */
	async reconnect(
		{ projectId, token }: { projectId: string; token: string },
		editors: EditorSeat[],
	): Promise<void> {
		const relay = await connectRelay(projectId, token)
		this.#connection++
		this.relay = relay
		this.#tell(relay)
		await relay.hello({
			connSeq: this.#connection,
			editors,
			journal: [...this.#journal].map(([callId, { argsHash, outcome }]) => ({
				callId,
				argsHash,
				state: 'done' as const,
				outcome,
			})),
		})
	}

	#tell(relay: Relay): void {
		const note = { path: 'FAIRLEAD.md', text: 'Use metres.', bytes: 11, cut: false }
		const editor = { project: 'Demo', phase: 'ready' } as const
		relay.context = () =>
			this.holdContext ? 'hold' : { notes: [note], skills: [], problems: [], editor }
	}

	#execute(call: RoutedCall): CallOutcome {
		const known = this.#journal.get(call.callId)
		if (known) return known.outcome
		this.executed.set(call.callId, (this.executed.get(call.callId) ?? 0) + 1)
		const outcome = this.#outcomeOf(call)
		this.#journal.set(call.callId, { argsHash: call.argsHash, outcome })
		return outcome
	}
}
