/** Putting our package into a project, and taking it out. Only Packages/manifest.json is changed. */
import { realpath } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'
import { readRegular } from '../../disk/regular-file.ts'
import { UserError } from '../../platform/user-error.ts'
import { folderKind, missingFolderText, projectVersion } from '../find/project-folder.ts'
import type { Machine } from '../machine.ts'
import { OUR_PACKAGE, readManifest, withoutPackage, withPackage } from './manifest.ts'
import { embeddedFolder, MAX_MANIFEST_BYTES, manifestOf, OPEN_ONCE } from './package-state.ts'

/** The first version of Unity that the package is for. */
const OLDEST_MAJOR = 6000

export type Installed =
	| { readonly kind: 'installed' | 'already'; readonly source: string }
	/** It came from elsewhere before. */
	| { readonly kind: 'replaced'; readonly source: string; readonly before: string }
	/** A folder in the project, which counts before the manifest. */
	| { readonly kind: 'embedded'; readonly folder: string }

export type Uninstalled = { readonly kind: 'removed' | 'absent' }

/** The manifest could not be changed; the message says why and what to do. Nothing was changed. */
export class InstallError extends UserError {}

/** Reads and writes the manifest exactly as it is, byte order mark and line ends included. */
export interface ManifestFile {
	/** Returns null if it does not exist. */
	read(path: string): Promise<string | null>
	/** Whole or not at all. */
	write(path: string, text: string): Promise<void>
}

export interface PackageChoice {
	/** The source in the manifest's form: `file:…` or a Git address. */
	readonly source: string
	/** A person chose it: it replaces another one. Otherwise a package that is there already stays as it is. */
	readonly chosen: boolean
}

/**
 * Puts the package into the project; does nothing if it is there.
 * @throws {UserError}
 */
export async function installPackage(
	machine: Machine,
	files: ManifestFile,
	project: string,
	{ source, chosen }: PackageChoice,
): Promise<Installed> {
	await requireProject(machine, project)
	const version = await projectVersion(machine, project)
	if (version !== null && Number.parseInt(version, 10) < OLDEST_MAJOR)
		throw new InstallError(
			`${project} is a project of Unity ${version}; the package needs Unity ${OLDEST_MAJOR}.0 (Unity 6) or newer. Open the project in a newer Unity first. Nothing was changed.`,
		)
	const embedded = await embeddedFolder(machine, project)
	if (embedded !== null) return { kind: 'embedded', folder: embedded }
	const path = manifestOf(machine, project)
	const text = await readManifestFile(files, path)
	const before = readManifest(text, path).dependencies[OUR_PACKAGE]
	if (before !== undefined && !chosen) return { kind: 'already', source: String(before) }
	const next = withPackage(text, source, path)
	if (next === text) return { kind: 'already', source }
	await replace(files, path, text, next)
	return before === undefined
		? { kind: 'installed', source }
		: { kind: 'replaced', source, before: String(before) }
}

/** @throws {UserError} */
export async function uninstallPackage(
	machine: Machine,
	files: ManifestFile,
	project: string,
): Promise<Uninstalled> {
	await requireProject(machine, project)
	const embedded = await embeddedFolder(machine, project)
	if (embedded !== null)
		throw new InstallError(
			`The package is a folder of the project: ${embedded}. It may hold changes of yours, so it stays. Delete the folder yourself.`,
		)
	const path = manifestOf(machine, project)
	const text = await readManifestFile(files, path)
	const next = withoutPackage(text, path)
	if (next === text) return { kind: 'absent' }
	await replace(files, path, text, next)
	return { kind: 'removed' }
}

async function requireProject(machine: Machine, path: string): Promise<void> {
	switch (await folderKind(machine, path)) {
		case 'project':
			return
		case 'missing':
			throw new InstallError(await missingFolderText(machine, path))
		case 'not-a-project':
			throw new InstallError(
				`${path} is not a Unity project: it has no Assets or no ProjectSettings folder. Specify the folder that contains both.`,
			)
	}
}

async function readManifestFile(files: ManifestFile, path: string): Promise<string> {
	const text = await files.read(path)
	if (text === null) throw new InstallError(`${path} does not exist. ${OPEN_ONCE}`)
	if (Buffer.byteLength(text) > MAX_MANIFEST_BYTES)
		throw new InstallError(`${path} is larger than ${MAX_MANIFEST_BYTES} bytes. It was left alone.`)
	return text
}

/** Unity writes the file too: what it wrote meanwhile is not overwritten. */
async function replace(
	files: ManifestFile,
	path: string,
	before: string,
	next: string,
): Promise<void> {
	if ((await files.read(path)) !== before)
		throw new InstallError(
			`${path} was changed by another program just now. Nothing was changed; try again.`,
		)
	await files.write(path, next)
}

/** The real files. Undecodable bytes are refused: writing them back would change them. */
export const manifestFile: ManifestFile = {
	async read(path) {
		let bytes: Buffer
		try {
			bytes = await readRegular(path)
		} catch (error) {
			if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
			throw new InstallError(
				`${path} could not be read: ${error instanceof Error ? error.message : String(error)}.`,
			)
		}
		try {
			return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
		} catch {
			throw new InstallError(`${path} is not UTF-8 text. Save it as UTF-8, then try again.`)
		}
	},
	async write(path, text) {
		try {
			// A linked manifest stays linked.
			await writeFileAtomic(await realpath(path), text)
		} catch (error) {
			throw new InstallError(
				`${path} could not be written: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`,
			)
		}
	},
}

/** The manifest's form of a folder's or tarball's absolute path. */
export const fileSource = (machine: Machine, path: string): string =>
	`file:${machine.platform === 'win32' ? path.replaceAll('\\', '/') : path}`

/** Whether the manifest would name a place on this computer only. */
export const isLocalSource = (source: string): boolean => source.startsWith('file:')
