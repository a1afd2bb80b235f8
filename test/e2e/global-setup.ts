/** Builds shared by all stacks, made once before the first test: stacks that start in parallel only use them. */
import { buildWeb } from '../../scripts/builds/web.ts'
import { buildWorker } from '../../scripts/builds/worker.ts'
import { migrateEmptyState } from './stack-kit.ts'

export default async function setup(): Promise<void> {
	await buildWeb()
	await buildWorker()
	await migrateEmptyState()
}
