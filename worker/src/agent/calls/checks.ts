/**
 * Before a person is asked about a call, the editor is asked whether it could be carried out at all, and the relay
 * whether its file is there: nobody should approve a test run over unsaved scenes, or the copy of a file that does not
 * exist.
 */

import { missingPlace, neededPlace, resolveCall } from '@fairlead/protocol/tools'
import type { CallError, CallErrorCode } from '@fairlead/protocol/wire/calls'
import { CHECK_REFUSALS } from '@fairlead/protocol/wire/check-refusals'
import { startedBy } from '../../ports/sub-agent-id.ts'
import type { Grants } from '../policy/approvals.ts'
import type { MachinePorts } from '../run/machine-ports.ts'
import type { ModelStepResult, Run, ToolCall } from '../run/run-state.ts'
import { readInPassing } from './passing-read.ts'
import { NONE_REFUSED, proposedFor, type Refusals } from './tools-step.ts'

/** The run stands still meanwhile; an editor that takes longer is busy, and the person is asked. */
const TIMEOUT_MS = 5_000

export class Checks {
	readonly #ports: MachinePorts

	constructor(ports: MachinePorts) {
		this.#ports = ports
	}

	/** Never rejects. Without an answer nothing is refused; `signal` withdraws the checks. */
	async of(
		run: Run,
		{ parts }: Pick<ModelStepResult, 'parts'>,
		grants: Grants,
		signal: AbortSignal,
	): Promise<Refusals> {
		if (startedBy(this.#ports.conversationId) !== null) return NONE_REFUSED
		const asked = checkable(proposedFor(this.#ports, run, parts, grants))
		if (asked.length === 0 || signal.aborted) return NONE_REFUSED
		const found = await Promise.all(asked.map((one) => this.#ask(one, run.editorKey, signal)))
		return new Map(found.flatMap((refusal) => (refusal ? [refusal] : [])))
	}

	async #ask(
		{ call: { toolCallId, name, params }, refusals, needed }: Checkable,
		editorKey: string | null,
		signal: AbortSignal,
	): Promise<readonly [string, CallError] | null> {
		const { room, newId } = this.#ports
		const ask = (method: string, params: Record<string, unknown>) =>
			readInPassing(
				room,
				newId('run'),
				{ method, params, editorKey, timeoutMs: TIMEOUT_MS },
				signal,
			)
		if (needed !== null) {
			// A listing of a file tells that it is there, and nothing of what it holds.
			const look = { path: needed, depth: 1, limit: 1 }
			const found = await ask('list_directory', look)
			if (found.status === 'ok') return null
			switch (found.error.code) {
				case 'not_found':
					return [toolCallId, missingPlace(needed)]
				case 'outside_project':
					return [toolCallId, found.error]
				default:
					return null
			}
		}
		const outcome = await ask('unity_check', { method: name, params })
		const refused = outcome.status === 'error' && refusals.has(outcome.error.code)
		return refused ? [toolCallId, outcome.error] : null
	}
}

interface Checkable {
	readonly call: ToolCall
	/** The codes that count. */
	readonly refusals: ReadonlySet<CallErrorCode>
	/** The file or folder without which the call cannot work; null: the editor is asked. */
	readonly needed: string | null
}

/** A change of the same answer may save the scene, or make the menu item; it makes no editor able to do more. */
const AFTER_A_CHANGE: ReadonlySet<CallErrorCode> = new Set<CallErrorCode>(['unsupported'])

/** Calls that would be asked about and that the editor, or the relay, can check. */
function checkable(calls: readonly ToolCall[]): readonly Checkable[] {
	const change = calls.findIndex((call) => call.state !== 'settled' && call.risk !== 'read')
	return calls.flatMap((call, index) => {
		if (call.state !== 'awaiting_approval') return []
		const resolved = resolveCall(call.name, call.params)
		if (!resolved.ok) return []
		const needed = neededPlace(resolved.call)
		// A change of the same answer may make the file.
		if (needed !== null) return index > change ? [] : { call, refusals: CHECK_REFUSALS, needed }
		if (resolved.call.action.checked !== true) return []
		return { call, refusals: index > change ? AFTER_A_CHANGE : CHECK_REFUSALS, needed }
	})
}
