/** Each task can be solved, and its check tells a solution from none: on a real relay and an editor. */
import { AssertionError } from 'node:assert'
import { beforeAll, describe, expect, test } from 'vitest'
import { Desk } from '../conformance/kit/desk.ts'
import { ALL_TASKS } from './kit/all-tasks.ts'
import type { ModelTask, Played } from './kit/model-task.ts'
import { begin, type Hands } from './kit/start.ts'
import { type Read, type Snapshot, takeSnapshot, World } from './kit/world.ts'

let desk: Desk
let steps = 0
beforeAll(async () => {
	desk = await Desk.open()
	return () => desk.close()
})

const read: Read = (tool, args) => desk.call(tool, args)

async function started(task: ModelTask): Promise<Snapshot> {
	const hands: Hands = {
		project: desk.project,
		perform: async (uses) => {
			for (const [tool, args] of uses) await desk.outcome(tool, args)
		},
	}
	await begin(hands, task.start)
	return takeSnapshot(read, desk.project)
}

/** Plays a recording as the product would: one Undo group per step. Errors are the model's to see. */
async function play({ steps: recorded }: Played): Promise<string[]> {
	const failed: string[] = []
	for (const uses of recorded) {
		const group = `task-${++steps}`
		for (const [tool, args] of uses) {
			const outcome = await desk.call(tool, args, { group })
			if (outcome.status === 'error') {
				failed.push(`${tool} ${JSON.stringify(args)}: ${outcome.error.message}`)
			}
		}
	}
	return failed
}

/** The check's verdict on the world as it is now; null: solved. */
async function verdict(task: ModelTask, before: Snapshot, says: string): Promise<string | null> {
	try {
		await task.check(new World(read, desk.project, before, says))
		return null
	} catch (error) {
		if (error instanceof AssertionError) return error.message
		throw error
	}
}

describe.each(ALL_TASKS.map((task) => [task.id, task] as const))('%s', (_id, task) => {
	test('is not solved by doing nothing, nor by what only looks like a solution', async () => {
		const before = await started(task)
		expect(await verdict(task, before, '')).not.toBeNull()
		await play(task.wrong)
		expect(await verdict(task, before, task.wrong.says)).not.toBeNull()
	})

	test('is solved by the reference, without an error on the way', async () => {
		const before = await started(task)
		expect(await play(task.solution)).toEqual([])
		expect(await verdict(task, before, task.solution.says)).toBeNull()
	})
})

test('every task has a name of its own', () => {
	const ids = ALL_TASKS.map(({ id }) => id)
	expect(ids).toEqual([...new Set(ids)])
	for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})
