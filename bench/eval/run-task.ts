/** One task, from an empty project to a verdict. */
import { AssertionError } from 'node:assert'
import { performance } from 'node:perf_hooks'
import { type Message, textOf } from '../../test/e2e/chat-client.ts'
import type { ModelTask } from '../../test/model-tasks/kit/model-task.ts'
import { begin } from '../../test/model-tasks/kit/start.ts'
import { takeSnapshot, World } from '../../test/model-tasks/kit/world.ts'
import type { ApprovalPolicy, Product } from './product.ts'
import { type Cost, costOf, type Score } from './score.ts'

export interface RunOptions {
	/** `provider/model`. Default: the product's. */
	readonly model?: string
	readonly policy: ApprovalPolicy
	readonly timeoutMs: number
}

const NOTHING: Cost = { calls: 0, wasted: 0, tokensIn: 0, tokensOut: 0, tokensCached: 0, tools: [] }

/** Never rejects: what goes wrong is the verdict. */
export async function runTask(
	product: Product,
	task: ModelTask,
	options: RunOptions,
): Promise<Score> {
	const begun = performance.now()
	let score: Omit<Score, 'verdict' | 'why'> = {
		task: task.id,
		approvals: 0,
		seconds: 0,
		...NOTHING,
	}
	try {
		await begin(product.hands, task.start)
		const before = await takeSnapshot(product.hands)
		const asked = performance.now()
		const { message, approvals } = await product.ask(task, options)
		const seconds = (performance.now() - asked) / 1_000
		score = { task: task.id, ...costOf(message), approvals, seconds }
		const stopped = noticeOf(message)
		if (stopped !== null) return { ...score, verdict: 'failed', why: stopped }
		await task.check(new World(product.hands, before, textOf(message)))
		return { ...score, verdict: 'solved' }
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error)
		const seconds = score.seconds || (performance.now() - begun) / 1_000
		const verdict = error instanceof AssertionError ? 'failed' : 'broken'
		return { ...score, seconds, verdict, why }
	}
}

/** Why a run ended before the model was done. */
function noticeOf({ metadata, parts }: Message): string | null {
	if (metadata?.['state'] === 'completed') return null
	const notice = parts.findLast(({ type }) => type === 'data-notice')
	return String(notice?.data?.['text'] ?? `The run ended as ${String(metadata?.['state'])}.`)
}
