/**
 * Setting up a computer from the page: the Unity projects that its relay lists, and the steps that bring one of them
 * into a project. The page names a project by the id that the relay gave it, never by a path.
 */
import * as z from 'zod/mini'
import { EditorKey } from '../editors/editors.ts'

export const COMPUTER_LIMITS = { projects: 200, problems: 20, textChars: 1_000 } as const

const Text = z.string().check(z.maxLength(COMPUTER_LIMITS.textChars))

export const UnityProjectId = z.string().check(z.regex(/^[0-9a-f]{16}$/))

export const ListedUnityProject = z.object({
	id: UnityProjectId,
	name: z.string().check(z.maxLength(255)),
	path: z.string().check(z.maxLength(4_096)),
	/** From its ProjectVersion.txt; null: not known. */
	version: z.nullable(z.string().check(z.maxLength(64))),
	/** The editor of that version, or Unity's own command, is there to open it. */
	canOpen: z.boolean(),
	/** missing: the folder is gone · other: it is not a Unity project */
	folder: z.enum(['project', 'missing', 'other']),
	/** unknown: the project's list of packages cannot be used. */
	package: z.enum(['installed', 'absent', 'unknown']),
	/** unclear: a lock file, and no way to tell whose it is. */
	open: z.enum(['open', 'closed', 'unclear']),
	/** Unix milliseconds; null: Unity Hub does not know the project. */
	lastOpened: z.nullable(z.int()),
	/** other: to another project, which keeps it. */
	linked: z.enum(['here', 'other', 'no']),
	/** The seat that the folder has, or gets when it is linked. */
	editorKey: EditorKey,
})
export type ListedUnityProject = z.infer<typeof ListedUnityProject>

export const UnityProjectList = z.object({
	/** The most recently opened first. */
	projects: z.array(ListedUnityProject).check(z.maxLength(COMPUTER_LIMITS.projects)),
	/** Versions of installed editors, the newest first. */
	editors: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)),
	/** Sentences: files of Unity Hub that could not be used, and the like. */
	problems: z.array(Text).check(z.maxLength(COMPUTER_LIMITS.problems)),
})
export type UnityProjectList = z.infer<typeof UnityProjectList>

/**
 * link: this folder belongs to the project from now on · install: the package is added to the folder's manifest ·
 * open: its editor is started. A step that is done already changes nothing.
 */
export const SetUpStep = z.enum(['link', 'install', 'open'])
export type SetUpStep = z.infer<typeof SetUpStep>

export const SetUpUnityProject = z.object({ step: SetUpStep })

export const SetUpRequest = z.object({ unityProjectId: UnityProjectId, step: SetUpStep })
export type SetUpRequest = z.infer<typeof SetUpRequest>

/** The project as it is after the step; `said` is a sentence about what was done. */
export const SetUpDone = z.object({ project: ListedUnityProject, said: Text })
export type SetUpDone = z.infer<typeof SetUpDone>

/** Room → relay. A refusal is an error whose message is for people. */
export const ComputerRequests = {
	'computer.projects': { params: z.object({}), result: UnityProjectList },
	'computer.setUp': { params: SetUpRequest, result: SetUpDone },
} as const
export type ComputerMethod = keyof typeof ComputerRequests
