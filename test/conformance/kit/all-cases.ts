/** Every list of cases in `cases/`: a new file there needs no registration. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CaseList } from './cases.ts'

const FOLDER = join(import.meta.dirname, '..', 'cases')

const modules = await Promise.all(
	(await readdir(FOLDER))
		.sort()
		.map(
			(file): Promise<Record<string, unknown>> => import(pathToFileURL(join(FOLDER, file)).href),
		),
)

export const ALL_CASES: readonly CaseList[] = modules
	.flatMap((module) => Object.values(module))
	.filter((one) => one instanceof CaseList)
