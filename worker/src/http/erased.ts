import { NotErased } from '../accounts/erasure/erase-conversation.ts'
import { HttpProblem } from './problem.ts'

/** The result of `erase`. An object that did not delete itself in time is a problem that says what to do. */
export async function erased<T>(erase: () => Promise<T>): Promise<T> {
	try {
		return await erase()
	} catch (error) {
		if (!(error instanceof NotErased)) throw error
		throw new HttpProblem('unavailable', error.message, {
			detail: 'Try again in a moment.',
			headers: { 'retry-after': '1' },
		})
	}
}
