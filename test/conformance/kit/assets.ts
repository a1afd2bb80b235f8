/** Files of a case below `Assets/`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Desk } from './desk.ts'

let folders = 0
/** A folder that no other case has used. */
export async function folder(desk: Desk): Promise<string> {
	const path = `Assets/Things${++folders}`
	await desk.ok('unity_asset', { action: 'create_folder', path })
	return path
}

export const onDisk = (desk: Desk, path: string): boolean => existsSync(join(desk.project, path))

export async function assetAt(desk: Desk, path: string) {
	const parent = path.slice(0, path.lastIndexOf('/'))
	const { assets } = await desk.ok('unity_query', { action: 'search_assets', folder: parent })
	return assets.find((asset) => asset.assetPath === path)
}
