/**
 * The path of an open file or folder. Between the check of a path and its use, somebody may replace a folder by a
 * link. On Linux a handle has its own path (`/proc/self/fd`), which no link can redirect, so there is no race.
 * Elsewhere Node offers nothing of the kind, and callers check again right before or after each use.
 */
import { existsSync } from 'node:fs'
import { outside } from './jail.ts'

const OPEN_FILES = '/proc/self/fd'

/** Whether {@link openPath} works here. */
export const HAS_OPEN_PATHS = existsSync(OPEN_FILES)

/** @param fd file descriptor of an open file or folder */
export const openPath = (fd: number): string => `${OPEN_FILES}/${fd}`

/** The error for a path that leads elsewhere than when the jail checked it. */
export const redirected = (): Error =>
	outside('The path leads through a symbolic link that was put there since.')
