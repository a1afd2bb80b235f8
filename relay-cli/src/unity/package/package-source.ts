/** The source of our package: a Git address, a folder or a tarball, checked before it is written into a manifest. */
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { openRegular } from '../../disk/regular-file.ts'
import type { Machine } from '../machine.ts'
import { fileSource, InstallError } from './install-package.ts'
import { OUR_PACKAGE } from './manifest.ts'
import { packageName } from './package-state.ts'

/** The source if the relay does not run from a clone. */
const GIT_SOURCE = 'https://github.com/fairlead-dev/fairlead.git?path=/unity-package'
/** The forms of address that Unity's Package Manager takes. */
const GIT = /^(?:(?:git\+)?(?:https?|ssh|file):\/\/|git:\/\/|[\w.-]+@[\w.-]+:)/i
const MAX_TARBALL_BYTES = 256 * 1024 * 1024
const TAR_BLOCK = 512

/**
 * The source as the manifest has it.
 * @param from null: the package of this clone, or the published one.
 * @throws {InstallError}
 */
export async function packageSource(
	machine: Machine,
	from: string | null,
	cwd: string = process.cwd(),
): Promise<string> {
	if (from === null) {
		const own = await ownPackage(machine)
		return own === null ? GIT_SOURCE : fileSource(machine, own)
	}
	if (/\p{Cc}/u.test(from) || from.length > 2_000)
		throw new InstallError('The address of the package has characters that no address has.')
	if (GIT.test(from)) return gitSource(from)
	// Unity's Package Manager takes no other; as a path it would be reported as one that nobody wrote.
	const scheme = /^[a-z][a-z\d+.-]+(?=:\/\/)/i.exec(from)?.[0]
	if (scheme !== undefined)
		throw new InstallError(
			`Unity takes no package from an address that begins with ${scheme}://. Specify a Git address (https, ssh, git or file), the folder "unity-package" of a clone of Fairlead, or a .tgz file.`,
		)
	const path = resolve(cwd, from.replace(/^file:/, ''))
	if (/\.(?:tgz|tar\.gz)$/i.test(path)) {
		await requireTarball(path)
		return fileSource(machine, (await machine.realPath(path)) ?? path)
	}
	const name = await packageName(machine, path)
	if (name !== OUR_PACKAGE)
		throw new InstallError(
			name === null
				? `${path} is not a package: it has no package.json with a name. Specify the folder "unity-package" of a clone of Fairlead, a .tgz file, or a Git address.`
				: `${path} is the package ${name}, not ${OUR_PACKAGE}. Specify the folder "unity-package" of a clone of Fairlead.`,
		)
	return fileSource(machine, (await machine.realPath(path)) ?? path)
}

function gitSource(address: string): string {
	if (/^[a-z+]+:\/\/[^/@]*:[^/@]*@/i.test(address))
		throw new InstallError(
			'The address holds a password, which would stand in the manifest for everyone to read. Use an SSH address, or a credential helper of Git.',
		)
	const [repository = ''] = address.split(/[?#]/)
	// Unity takes an address over HTTP or from a file for a Git repository only by this ending.
	if (/^(?:https?|file):/i.test(address) && !/\.git\/?$/.test(repository))
		throw new InstallError(
			`${address} does not end in ".git", so Unity does not take it for a Git repository. Add it, such as https://example.com/fairlead.git?path=/unity-package.`,
		)
	return address
}

/** The package in the clone that this program runs from; null if it does not. */
async function ownPackage(machine: Machine): Promise<string | null> {
	let folder = dirname(fileURLToPath(import.meta.url))
	for (;;) {
		const candidate = join(folder, 'unity-package')
		if ((await packageName(machine, candidate)) === OUR_PACKAGE) return candidate
		const parent = dirname(folder)
		if (parent === folder) return null
		folder = parent
	}
}

/** @throws {InstallError} unless it is a tarball of our package. */
async function requireTarball(path: string): Promise<void> {
	let name: string | null
	try {
		const file = await openRegular(path)
		try {
			if ((await file.stat()).size > MAX_TARBALL_BYTES) throw new Error('it is too large')
			const bytes = await promisify(gunzip)(await file.readFile(), {
				maxOutputLength: MAX_TARBALL_BYTES,
			})
			name = nameInTar(bytes)
		} finally {
			await file.close()
		}
	} catch (error) {
		throw new InstallError(
			`${path} could not be read as a package: ${error instanceof Error ? error.message : String(error)}.`,
		)
	}
	if (name !== OUR_PACKAGE)
		throw new InstallError(
			`${path} holds ${name === null ? 'no package' : `the package ${name}`}, not ${OUR_PACKAGE}. Make one with "npm pack" in the folder "unity-package" of a clone of Fairlead.`,
		)
}

/** The name in `<folder>/package.json` of a tar archive. */
export function nameInTar(bytes: Uint8Array): string | null {
	const text = (from: number, length: number): string =>
		Buffer.from(bytes.buffer, bytes.byteOffset + from, length)
			.toString('utf8')
			.replace(/\0[\s\S]*$/, '')
	for (let at = 0; at + TAR_BLOCK <= bytes.byteLength; ) {
		const entry = text(at, 100)
		if (entry === '') return null
		const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
		if (!Number.isSafeInteger(size) || size < 0 || at + TAR_BLOCK + size > bytes.byteLength)
			return null
		if (/^[^/]+\/package\.json$/.test(entry)) {
			try {
				const { name } = JSON.parse(text(at + TAR_BLOCK, size)) as { name?: unknown }
				return typeof name === 'string' ? name : null
			} catch {
				return null
			}
		}
		at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
	}
	return null
}
