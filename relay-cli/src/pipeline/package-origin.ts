/** Whether a project's `com.unity.pipeline` is Unity's, and not a copy that the project changed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

export const PIPELINE_PACKAGE = 'com.unity.pipeline'

const Lock = z.object({
	dependencies: z.record(
		z.string(),
		z.object({ source: z.string().catch(''), url: z.string().catch('') }),
	),
})

/** `text`: Packages/packages-lock.json, which Unity writes: embedded, local and Git packages have another source. */
export function isUnitysPackage(text: string): boolean {
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch {
		return false
	}
	const lock = Lock.safeParse(json)
	const entry = lock.success ? lock.data.dependencies[PIPELINE_PACKAGE] : undefined
	if (entry?.source !== 'registry' || !URL.canParse(entry.url)) return false
	const { protocol, hostname } = new URL(entry.url)
	return protocol === 'https:' && /(^|\.)packages\.unity\.(com|cn)$/.test(hostname)
}

/** False if it cannot be told. */
export const hasUnitysPackage = async (folder: string): Promise<boolean> =>
	isUnitysPackage(
		await readFile(join(folder, 'Packages', 'packages-lock.json'), 'utf8').catch(() => ''),
	)
