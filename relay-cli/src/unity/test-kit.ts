/** A computer made of text, for any of the three systems. */
import type { FolderEntry, LockFile, Machine, Platform, RunningProcess } from './machine.ts'
import { pathsOf } from './machine.ts'
import { pathKey } from './processes.ts'

export interface MadeUp {
	readonly platform: Platform
	readonly home?: string
	readonly env?: Readonly<Record<string, string>>
	/** Contents by absolute path; their folders come by themselves. null: it cannot be read. */
	readonly files?: Readonly<Record<string, string | null>>
	/** Empty ones. */
	readonly folders?: readonly string[]
	/** From a link to what it leads to. */
	readonly links?: Readonly<Record<string, string>>
	/** Lock files that a process holds. */
	readonly held?: readonly string[]
	readonly processes?: readonly RunningProcess[] | null
}

const HOMES: Readonly<Record<Platform, string>> = {
	darwin: '/Users/ada',
	win32: 'C:\\Users\\ada',
	linux: '/home/ada',
}

/** `asked` counts the folders that were listed. */
export function madeUpMachine(made: MadeUp): Machine & { readonly asked: { folders: number } } {
	const { platform, files = {}, folders = [], links = {}, held = [] } = made
	const paths = pathsOf(platform)
	const key = (path: string): string => pathKey(resolve(path), platform)
	const resolve = (path: string): string => {
		const link = Object.keys(links).find((one) => path === one || path.startsWith(one + paths.sep))
		return link === undefined ? path : `${links[link]}${path.slice(link.length)}`
	}
	const content = new Map(
		Object.entries(files).map(([path, text]) => [pathKey(path, platform), text]),
	)
	/** Entries by folder. */
	const tree = new Map<string, Map<string, FolderEntry>>()
	const grow = (path: string, kind: FolderEntry['kind']): void => {
		if (kind === 'folder' && !tree.has(pathKey(path, platform)))
			tree.set(pathKey(path, platform), new Map())
		const parent = paths.dirname(path)
		if (parent === path) return
		grow(parent, 'folder')
		tree
			.get(pathKey(parent, platform))
			?.set(paths.basename(path), { name: paths.basename(path), kind })
	}
	for (const path of Object.keys(files)) grow(path, 'file')
	for (const path of folders) grow(path, 'folder')
	for (const path of Object.keys(links)) grow(path, 'other')
	const asked = { folders: 0 }
	const exists = (path: string): boolean => content.has(key(path)) || tree.has(key(path))
	return {
		platform,
		home: made.home ?? HOMES[platform],
		asked,
		env: (name) => made.env?.[name],
		read: async (path, maxBytes) => {
			const text = content.get(key(path))
			if (text === null) return { kind: 'unreadable', why: 'permission denied' }
			if (text === undefined)
				return tree.has(key(path))
					? { kind: 'unreadable', why: 'it is not a file' }
					: { kind: 'missing' }
			return Buffer.byteLength(text) > maxBytes
				? { kind: 'unreadable', why: `it is larger than ${maxBytes} bytes` }
				: { kind: 'text', text: text.replace(/^\uFEFF/, '') }
		},
		entries: async (folder) => {
			asked.folders++
			const found = tree.get(key(folder))
			return found ? [...found.values()] : null
		},
		isFolder: async (path) => tree.has(key(path)),
		isFile: async (path) => content.has(key(path)),
		realPath: async (path) => (exists(path) ? resolve(path) : null),
		lock: async (path): Promise<LockFile> => {
			if (held.some((one) => key(one) === key(path))) return 'held'
			return content.has(key(path)) ? 'present' : 'missing'
		},
		processes: async () => (made.processes === undefined ? [] : made.processes),
	}
}
