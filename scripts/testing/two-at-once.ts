/** The order in which suites run: two at once, because on two cores a third would only make the others slow. */
import type { Suite } from './suites.ts'

/** Runs all of them, each as soon as one of two slots is free; a suite of .NET waits for the one that runs. */
export async function twoAtOnce<One extends Pick<Suite, 'isDotnet'>>(
	all: readonly One[],
	run: (one: One, slot: 0 | 1) => Promise<void>,
): Promise<void> {
	const left = [...all]
	const running = new Set<One>()
	const fill = async (slot: 0 | 1): Promise<void> => {
		for (;;) {
			const isBuilding = [...running].some(({ isDotnet }) => isDotnet)
			const next = left.findIndex(({ isDotnet }) => !(isDotnet && isBuilding))
			const [one] = next === -1 ? [] : left.splice(next, 1)
			// The other slot runs those that wait for its own.
			if (one === undefined) return
			running.add(one)
			await run(one, slot).finally(() => running.delete(one))
		}
	}
	await Promise.all([fill(0), fill(1)])
}
