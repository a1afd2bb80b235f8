/** Whether a project has our package, and from where. */
import { type Machine, pathsOf } from '../machine.ts'
import { ManifestError, OUR_PACKAGE, readManifest } from './manifest.ts'

/** Unity's own have a few kilobytes. */
export const MAX_MANIFEST_BYTES = 1024 * 1024

export type PackageState =
	| { readonly kind: 'absent' }
	/** The manifest names it, with this source. */
	| { readonly kind: 'listed'; readonly source: string }
	/** A folder in Packages, which counts before the manifest. */
	| { readonly kind: 'embedded' }
	/** The manifest cannot be used; `why` is a sentence. */
	| { readonly kind: 'unknown'; readonly why: string }

export const manifestOf = (machine: Machine, project: string): string =>
	pathsOf(machine.platform).join(project, 'Packages', 'manifest.json')

/** A folder in Packages with our package's name in its package.json, whatever the folder is called; null: none. */
export async function embeddedFolder(machine: Machine, project: string): Promise<string | null> {
	const { join } = pathsOf(machine.platform)
	const packages = join(project, 'Packages')
	const folders = ((await machine.entries(packages)) ?? [])
		.filter(({ kind }) => kind !== 'file')
		// The usual name first.
		.sort((a, b) => Number(b.name === OUR_PACKAGE) - Number(a.name === OUR_PACKAGE))
		.slice(0, MAX_EMBEDDED)
	for (const { name } of folders)
		if ((await packageName(machine, join(packages, name))) === OUR_PACKAGE)
			return join(packages, name)
	return null
}

/** Embedded packages that are looked at. */
const MAX_EMBEDDED = 200

/** The `name` in a folder's package.json; null: it is not a package. */
export async function packageName(machine: Machine, folder: string): Promise<string | null> {
	const file = await machine.read(
		pathsOf(machine.platform).join(folder, 'package.json'),
		MAX_MANIFEST_BYTES,
	)
	if (file.kind !== 'text') return null
	try {
		const { name } = JSON.parse(file.text) as { name?: unknown }
		return typeof name === 'string' ? name : null
	} catch {
		return null
	}
}

export async function packageState(machine: Machine, project: string): Promise<PackageState> {
	if ((await embeddedFolder(machine, project)) !== null) return { kind: 'embedded' }
	const path = manifestOf(machine, project)
	const file = await machine.read(path, MAX_MANIFEST_BYTES)
	switch (file.kind) {
		case 'missing':
			return { kind: 'unknown', why: `${path} does not exist. ${OPEN_ONCE}` }
		case 'unreadable':
			return { kind: 'unknown', why: `${path} could not be read: ${file.why}.` }
		case 'text':
			try {
				const source = readManifest(file.text, path).dependencies[OUR_PACKAGE]
				return source === undefined
					? { kind: 'absent' }
					: { kind: 'listed', source: String(source).slice(0, 1_000) }
			} catch (error) {
				if (!(error instanceof ManifestError)) throw error
				return { kind: 'unknown', why: error.message }
			}
		default:
			return file satisfies never
	}
}

/** Unity's experimental package for its own command line, which people take for ours. */
export const UNITYS_PACKAGE = 'com.unity.pipeline'

/** Whether the project has Unity's package, and not ours. */
export async function hasOnlyUnitysPackage(machine: Machine, project: string): Promise<boolean> {
	if ((await packageState(machine, project)).kind !== 'absent') return false
	const path = manifestOf(machine, project)
	const file = await machine.read(path, MAX_MANIFEST_BYTES)
	return file.kind === 'text' && UNITYS_PACKAGE in readManifest(file.text, path).dependencies
}

export const OPEN_ONCE = 'Open the project in Unity once, which creates it.'
