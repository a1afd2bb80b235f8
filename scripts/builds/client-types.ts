/** The types of the client, which are made when they are needed; git has the OpenAPI document that they come from. */

import { join } from 'node:path'
import { run } from '../children.ts'
import { ROOT } from '../paths.ts'

/** @throws with what the generator printed */
export async function writeClientTypes(): Promise<void> {
	const script = join(ROOT, 'client', 'scripts', 'openapi-types.mjs')
	const { code, output } = await run(script, [])
	if (code !== 0) throw new Error(`The types of client/ could not be made:\n${output.trimEnd()}`)
}
