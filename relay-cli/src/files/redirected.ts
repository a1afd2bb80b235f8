/** The error for a path that leads elsewhere than when the jail checked it. */
import { outside } from './jail.ts'

export const redirected = (): Error =>
	outside('The path leads through a symbolic link that was put there since.')
