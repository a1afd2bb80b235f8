/** A person's question to a relay, through the room; what went wrong is a problem for that person. */
import { RPC_ERROR } from '@fairlead/protocol/wire/json-rpc'
import { type RelayQuestion, RelayQuestions } from '@fairlead/protocol/wire/relay-questions'
import type * as z from 'zod'
import type { Env } from '../../env.ts'
import { HttpProblem } from '../../http/problem.ts'
import { parseAnswer } from '../../ports/relay-answer.ts'

type Params<Q extends RelayQuestion> = z.infer<(typeof RelayQuestions)[Q]['params']>
type Result<Q extends RelayQuestion> = z.infer<(typeof RelayQuestions)[Q]['result']>

/** A relay's sentence, which a person reads. */
const MAX_SENTENCE_CHARS = 1_000

/** @throws {HttpProblem} unless the relay did it. */
export async function askRelay<Q extends RelayQuestion>(
	env: Env,
	projectId: string,
	relayId: string,
	method: Q,
	params: Params<Q>,
): Promise<Result<Q>> {
	const answer = await env.ROOM.getByName(projectId).askRelay(relayId, method, params)
	switch (answer.kind) {
		case 'answered': {
			const schema: { parse(value: unknown): unknown } = RelayQuestions[method].result
			const result = parseAnswer(schema, answer.json)
			if (result !== null) return result as Result<Q>
			throw new HttpProblem('conflict', 'The relay’s answer could not be read.', {
				detail: 'Update the relay on that computer, and restart it.',
			})
		}
		case 'refused':
			if (answer.code === RPC_ERROR.methodNotFound)
				throw new HttpProblem('conflict', 'The relay on that computer is too old for this.', {
					detail: 'Update it there, and restart it.',
				})
			throw new HttpProblem('conflict', answer.message.slice(0, MAX_SENTENCE_CHARS))
		case 'away':
			throw new HttpProblem('unavailable', 'The relay on that computer went offline.', {
				detail: 'It may have done part of this. Start the relay again, then check.',
			})
		case 'late':
			throw new HttpProblem('unavailable', 'The relay on that computer did not answer in time.', {
				detail: 'It may still do this. Check again in a moment.',
			})
		case 'busy':
			throw new HttpProblem('rate_limited', 'That computer is busy with earlier requests.', {
				detail: 'Try again in a moment.',
			})
		default:
			return answer satisfies never
	}
}
