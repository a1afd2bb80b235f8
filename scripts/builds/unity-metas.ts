/**
 * Every file and folder that Unity imports needs a `.meta` with a GUID that never changes. Missing ones are
 * written, orphaned ones removed; existing ones stay as they are.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** Unity leaves out names that end in ~ or begin with a dot. */
const isImported = (name: string): boolean => !name.endsWith('~') && !name.startsWith('.')

function importerOf(name: string, isFolder: boolean): string {
	if (isFolder) return 'folderAsset: yes\nDefaultImporter:'
	if (name === 'package.json') return 'PackageManifestImporter:'
	switch (extname(name)) {
		case '.cs':
			return 'MonoImporter:'
		case '.asmdef':
			return 'AssemblyDefinitionImporter:'
		case '.md':
		case '.json':
			return 'TextScriptImporter:'
		default:
			return 'DefaultImporter:'
	}
}

/** @param shown path in the package: two people who add the same file get the same GUID. */
function metaOf(shown: string, name: string, isFolder: boolean): string {
	const guid = createHash('md5').update(`com.fairlead.editor/${shown}`).digest('hex')
	const importer = importerOf(name, isFolder)
	const rest =
		importer === 'MonoImporter:'
			? '  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n'
			: '  externalObjects: {}\n'
	return `fileFormatVersion: 2\nguid: ${guid}\n${importer}\n${rest}  userData: \n  assetBundleName: \n  assetBundleVariant: \n`
}

/**
 * Goes through a package.
 * @param mend writes missing ones and removes orphans
 * @returns a message for each problem found (or fixed); duplicate GUIDs are never fixed
 */
export function unityMetas(folder: string, mend: boolean): { stale: string[]; broken: string[] } {
	const stale: string[] = []
	const broken: string[] = []
	const owners = new Map<string, string>()

	const check = (path: string, shown: string, name: string): void => {
		const isFolder = statSync(path).isDirectory()
		const meta = `${path}.meta`
		if (!existsSync(meta)) {
			stale.push(`${shown} has no .meta`)
			if (mend) writeFileSync(meta, metaOf(shown, name, isFolder))
		}
		if (existsSync(meta)) {
			const guid = /^guid: ([0-9a-f]{32})\r?$/m.exec(readFileSync(meta, 'utf8'))?.[1]
			const owner = guid === undefined ? undefined : owners.get(guid)
			if (guid === undefined) broken.push(`${shown}.meta has no GUID`)
			else if (owner !== undefined) broken.push(`${shown} and ${owner} share a GUID`)
			else owners.set(guid, shown)
		}
		if (isFolder) visit(path, `${shown}/`)
	}
	const visit = (inside: string, prefix: string): void => {
		for (const name of readdirSync(inside).filter(isImported).sort()) {
			const path = join(inside, name)
			const shown = `${prefix}${name}`
			if (!name.endsWith('.meta')) check(path, shown, name)
			else if (!existsSync(path.slice(0, -'.meta'.length))) {
				stale.push(`${shown} belongs to no file`)
				if (mend) rmSync(path)
			}
		}
	}
	visit(folder, '')
	return { stale, broken }
}
