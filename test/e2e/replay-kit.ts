/** Plays calls through the whole product and brings back each answer as the model reads it. */
import type { ModelRequest } from '../../bench/eval/messages-server.ts'
import { Product } from '../../bench/eval/product.ts'
import { Recorded } from '../../bench/eval/recorded.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import type { ToolUse } from '../model-tasks/kit/model-task.ts'
import { EDITOR } from './editor-kind.ts'
import { editorReady, ownStackWithModel } from './stack-kit.ts'

const RUN_TIMEOUT_MS = 90_000

/** One call's result as the model reads it. */
export interface Answered {
	readonly failed: boolean
	readonly text: string
	/** The text as JSON. @throws where it was cut in the middle */
	readonly json: Readonly<Record<string, unknown>>
}

interface Block {
	readonly type: string
	readonly id?: string
	readonly input?: unknown
	readonly tool_use_id?: string
	readonly is_error?: boolean
	readonly content?: string | readonly { readonly text?: string }[]
}

export interface Replay {
	readonly stack: Stack
	/** Answers in the order of the calls, without those that only made a tool callable. */
	readonly run: (
		steps: readonly (readonly ToolUse[])[],
		mode?: 'auto' | 'read-only',
	) => Promise<Answered[]>
	/** Questions that a person was asked so far. */
	readonly approvals: () => number
	readonly close: () => Promise<void>
}

export async function openReplay(): Promise<Replay> {
	const own = await ownStackWithModel({}, EDITOR)
	const recorded = new Recorded()
	own.model.otherwise((body) => recorded.answer(body as unknown as ModelRequest))
	await editorReady(own.stack)
	const product = await Product.join(own.stack, (played) => recorded.load(played))
	let approvals = 0
	return {
		stack: own.stack,
		run: async (steps, mode = 'auto') => {
			recorded.load({ steps, says: 'Done.' })
			const options = { policy: 'approve', timeoutMs: RUN_TIMEOUT_MS } as const
			approvals += (await product.ask({ prompt: 'Go on.', mode }, options)).approvals
			const last = own.model.requests.at(-1)?.body as unknown as ModelRequest
			return answersIn(last, steps.flat())
		},
		approvals: () => approvals,
		close: async () => {
			product.close()
			await own.close()
		},
	}
}

function answersIn({ messages }: ModelRequest, uses: readonly ToolUse[]): Answered[] {
	const blocks = messages.flatMap(({ content }) =>
		typeof content === 'string' ? [] : (content as readonly Block[]),
	)
	const results = new Map(
		blocks.filter(({ type }) => type === 'tool_result').map((one) => [one.tool_use_id, one]),
	)
	const calls = blocks.filter(({ type }) => type === 'tool_use')
	let at = 0
	return uses.map(([, input]) => {
		const wanted = JSON.stringify(input)
		while (at < calls.length && JSON.stringify(calls[at]?.input) !== wanted) at++
		const result = results.get(calls[at++]?.id)
		if (!result) throw new Error(`The model read no answer to ${wanted}.`)
		const { content = '' } = result
		const text =
			typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')
		return {
			failed: result.is_error === true,
			text,
			get json() {
				return JSON.parse(text) as Record<string, unknown>
			},
		}
	})
}
