/** Which folders may be linked: members and agents of a project then read and change what is in them. */
import { readFileSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, relative, sep } from 'node:path'
import { isInside } from '../../files/jail.ts'
import { ownFolderAbove } from '../../files/own-folders.ts'
import { fairleadHome } from '../../home/home.ts'
import { notAFolder } from '../../unity/find/project-folder.ts'
import { isUnityProject } from '../../unity/unity-project.ts'
import { CommandError, EXIT } from '../terminal.ts'
import { givenFolder } from './given-folder.ts'

const CHOOSE = 'Specify the folder of one project.'

/** The real path of a folder that may be linked. @throws {CommandError} */
export async function linkableFolder(folder: string): Promise<string> {
	const real = await givenFolder(folder)
	const found = statSync(real, { throwIfNoEntry: false })
	if (!found?.isDirectory())
		throw new CommandError(
			found ? `${notAFolder(real, true)} ${CHOOSE}` : notAFolder(real, false),
			EXIT.usage,
		)
	const homes = { user: await realOf(homedir()), fairlead: await realOf(fairleadHome()) }
	const refusal =
		refusalOf(real, homes, identityOf) ??
		(isMountRoot(real, mountTable(), identityOf) ? wholeDisk(real) : null) ??
		ownFilesAt(real) ??
		partOfProject(real, isUnityProject)
	if (refusal !== null) throw new CommandError(`${refusal} ${CHOOSE}`, EXIT.usage)
	return real
}

interface Homes {
	readonly user: string
	readonly fairlead: string
}
interface Identity {
	readonly device: bigint
	readonly file: bigint
}
/** Returns null if it cannot be looked at, or its file system numbers no files. */
type Identify = (path: string) => Identity | null

/** Why this real folder may not be linked; null if it may. Pure but for `identify`. */
export function refusalOf(real: string, homes: Homes, identify: Identify): string | null {
	if (dirname(real) === real) return wholeDisk(real)
	// The same folder may be reached by another path: a second mount, or another spelling.
	const is = (path: string): boolean => path === real || same(identify(path), identify(real))
	const holds = (home: string): boolean => isInside(real, home) || upFrom(home).some(is)
	const lies = upFrom(real).some((above) => same(identify(above), identify(homes.fairlead)))
	if (isInside(homes.fairlead, real) || lies || holds(homes.fairlead)) return ownFiles(real)
	if (is(homes.user)) return `${real} is your home folder, which cannot be linked as a whole.`
	if (holds(homes.user)) return `${real} contains your home folder, so it cannot be linked.`
	const hidden = isInside(homes.user, real)
		? relative(homes.user, real)
				.split(sep)
				.find((segment) => segment.startsWith('.'))
		: undefined
	if (hidden !== undefined)
		return `${real} lies in ${hidden} of your home folder, where programs keep settings and keys, so it cannot be linked.`
	return null
}

/** Also of other relays, and of `npm start`. A folder that only holds such a one is linked: the jail closes that one. */
const ownFilesAt = (real: string): string | null =>
	ownFolderAbove(real) === null ? null : ownFiles(real)

const ownFiles = (real: string): string =>
	`${real} holds Fairlead's own files and tokens, so it cannot be linked.`
const wholeDisk = (real: string): string => `${real} is a whole disk, which cannot be linked.`

/** Inside a Unity project the rules of plain folders would hold for a part of it. */
export function partOfProject(real: string, isProject: (path: string) => boolean): string | null {
	const project = upFrom(dirname(real)).find((above) => above !== real && isProject(above))
	return project === undefined
		? null
		: `${real} is a part of the Unity project ${project}. Link that project as a whole.`
}

/**
 * Whether a disk begins here, such as `/mnt/c` or `/Volumes/Work`. One folder that is mounted into a container is none.
 * @param mounts Linux's table of mounts; null on other systems, where a device that differs from the parent's tells it
 */
export function isMountRoot(real: string, mounts: string | null, identify: Identify): boolean {
	if (mounts === null) return identify(real)?.device !== identify(dirname(real))?.device
	return mounts.split('\n').some((line) => {
		const [, , , root, point = ''] = line.split(' ')
		return root === '/' && unescaped(point) === real
	})
}

/** A space is `\040` there. */
const unescaped = (text: string): string =>
	text.replace(/\\([0-7]{3})/g, (_, octal: string) =>
		String.fromCharCode(Number.parseInt(octal, 8)),
	)

function mountTable(): string | null {
	try {
		return readFileSync('/proc/self/mountinfo', 'utf8')
	} catch {
		return null
	}
}

/** The path and the folders above it, up to the disk. */
function upFrom(path: string): string[] {
	const above = dirname(path)
	return above === path ? [path] : [path, ...upFrom(above)]
}

const same = (one: Identity | null, other: Identity | null): boolean =>
	one !== null && other !== null && one.device === other.device && one.file === other.file

function identityOf(path: string): Identity | null {
	try {
		const { dev, ino } = statSync(path, { bigint: true })
		return ino === 0n ? null : { device: dev, file: ino }
	} catch {
		return null
	}
}

const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)
