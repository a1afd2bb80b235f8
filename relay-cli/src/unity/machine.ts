/**
 * The computer as everything about Unity sees it: files, processes, environment. Nothing in this folder touches
 * the system except through this port, so that the three systems are tested on any of them.
 */
import type { PlatformPath } from 'node:path'
import { posix, win32 } from 'node:path'

/** Other Unixes count as Linux: Unity has no editor for them. */
export type Platform = 'darwin' | 'win32' | 'linux'

export type FileRead =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'missing' }
	/** It exists; `why` is for people. */
	| { readonly kind: 'unreadable'; readonly why: string }

export interface FolderEntry {
	readonly name: string
	/** `other`: links too, which are not followed. */
	readonly kind: 'folder' | 'file' | 'other'
}

/**
 * held: another process has it open and keeps it (Windows tells) · present: it exists, which a crash also leaves
 * behind · missing: no editor is far enough in its start to have made it
 */
export type LockFile = 'held' | 'present' | 'missing'

/** Command lines of Unity hold access tokens: never print, log or send one. */
export interface RunningProcess {
	readonly pid: number
	/** The arguments, the program first; one text where the system does not say where they end. */
	readonly command: readonly string[] | string
}

export interface Machine {
	readonly platform: Platform
	/** The user's home folder. */
	readonly home: string
	env(name: string): string | undefined
	/** UTF-8, without a byte order mark. A file above `maxBytes` is unreadable. */
	read(path: string, maxBytes: number): Promise<FileRead>
	/** Returns null if it is not a folder that can be read. */
	entries(folder: string): Promise<readonly FolderEntry[] | null>
	isFolder(path: string): Promise<boolean>
	isFile(path: string): Promise<boolean>
	/** The path with links resolved; null if there is nothing. */
	realPath(path: string): Promise<string | null>
	lock(path: string): Promise<LockFile>
	/** Programs named Unity, at least; null if the system does not say. */
	processes(): Promise<readonly RunningProcess[] | null>
}

export const pathsOf = (platform: Platform): PlatformPath => (platform === 'win32' ? win32 : posix)
