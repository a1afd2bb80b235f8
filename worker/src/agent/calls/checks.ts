/**
 * Before a person is asked about a call, the editor is asked whether it could be carried out at all, and the relay
 * whether its file or its remote is there: nobody should approve a test run over unsaved scenes, or the copy of a file
 * that does not exist.
 */

import {
	missingPlace,
	missingRemote,
	neededPlace,
	neededRemote,
	resolveCall,
} from '@fairlead/protocol/tools'
import type { CallError, CallErrorCode, CallOutcome } from '@fairlead/protocol/wire/calls'
import { CHECK_REFUSALS } from '@fairlead/protocol/wire/check-refusals'
import { bag, bags } from '@fairlead/protocol/wire/safe-read'
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
		{ call: { toolCallId }, look }: Checkable,
		editorKey: string | null,
		signal: AbortSignal,
	): Promise<readonly [string, CallError] | null> {
		const { room, newId } = this.#ports
		const { method, params } = look
		const read = { method, params, editorKey, timeoutMs: TIMEOUT_MS }
		const refused = look.refusedBy(await readInPassing(room, newId('run'), read, signal))
		return refused && [toolCallId, refused]
	}
}

/** A read before a person is asked. */
interface Look {
	readonly method: string
	readonly params: Readonly<Record<string, unknown>>
	/** Returns null if the answer says nothing against the call. */
	refusedBy(outcome: CallOutcome): CallError | null
}

interface Checkable {
	readonly call: ToolCall
	readonly look: Look
}

/** A listing of a file tells that it is there, and nothing of what it holds. */
const lookForPlace = (path: string): Look => ({
	method: 'list_directory',
	params: { path, depth: 1, limit: 1 },
	refusedBy(outcome) {
		if (outcome.status === 'ok') return null
		switch (outcome.error.code) {
			case 'not_found':
				return missingPlace(path)
			case 'outside_project':
				return outcome.error
			default:
				return null
		}
	},
})

const lookForRemote = (remote: string): Look => ({
	method: 'git',
	params: { action: 'remotes' },
	refusedBy(outcome) {
		if (outcome.status === 'error') return null
		const names = bags(bag(outcome.result)['remotes']).map(({ name }) => String(name))
		return names.includes(remote) ? null : missingRemote(remote, names)
	},
})

/** @param refusals the codes that count */
const askEditor = ({ name, params }: ToolCall, refusals: ReadonlySet<CallErrorCode>): Look => ({
	method: 'unity_check',
	params: { method: name, params },
	refusedBy: (outcome) =>
		outcome.status === 'error' && refusals.has(outcome.error.code) ? outcome.error : null,
})

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
		if (needed !== null) return index > change ? [] : { call, look: lookForPlace(needed) }
		const remote = neededRemote(resolved.call)
		if (remote !== null) return index > change ? [] : { call, look: lookForRemote(remote) }
		if (resolved.call.action.checked !== true) return []
		return { call, look: askEditor(call, index > change ? AFTER_A_CHANGE : CHECK_REFUSALS) }
	})
}
