/** Every task in `tasks/`: a new file there needs no line anywhere. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModelTask } from './model-task.ts'

const FOLDER = join(import.meta.dirname, '..', 'tasks')

const modules = await Promise.all(
	(await readdir(FOLDER))
		.sort()
		.map(
			(file): Promise<Record<string, unknown>> => import(pathToFileURL(join(FOLDER, file)).href),
		),
)

/** Each file exports lists of tasks. */
export const ALL_TASKS: readonly ModelTask[] = modules.flatMap((module) =>
	Object.values(module).flatMap((list) => list as readonly ModelTask[]),
)
