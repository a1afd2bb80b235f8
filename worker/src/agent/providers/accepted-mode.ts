/**
 * Asks a model in a way that it may reject (a kind of thinking that older models do not know), then in the next way,
 * and remembers the way that was accepted.
 *
 * @param modes the accepted ways, by model
 * @param next the way after `mode` if `error` rejects it; undefined: the error is thrown
 */
export async function inAcceptedMode<Mode, Answer>(
	modes: Map<string, Mode>,
	model: string,
	first: Mode,
	ask: (mode: Mode) => Promise<Answer>,
	next: (mode: Mode, error: unknown) => Mode | undefined,
): Promise<Answer> {
	let mode = modes.get(model) ?? first
	for (;;) {
		try {
			const answer = await ask(mode)
			modes.set(model, mode)
			return answer
		} catch (error) {
			const following = next(mode, error)
			if (following === undefined) throw error
			mode = following
		}
	}
}
