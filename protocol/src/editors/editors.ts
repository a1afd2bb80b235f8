/**
 * Editors as the relay and the room describe them. A *seat* is a folder linked on one
 * relay; it stays when its Unity process ends (phase `gone`) and is what a project's
 * target names.
 */
import * as z from 'zod/mini'
import { Outside } from './outside.ts'

/**
 * The phases that an editor reports.
 * ready: takes calls at once · importing: asset import · compiling: scripts compile ·
 * reloading: domain reload, the socket may be down · playing: play mode, takes calls ·
 * modal: a dialog blocks the main thread · busy: the main thread has not ticked for a while
 */
export const ConnectedPhase = z.enum([
	'ready',
	'importing',
	'compiling',
	'reloading',
	'playing',
	'modal',
	'busy',
])
/** gone: no process is connected. Reported only by the relay. */
export const Phase = z.enum([...ConnectedPhase.options, 'gone'])
export type Phase = z.infer<typeof Phase>

/** Phases in which an editor takes calls from its queue. */
export const PHASES_TAKING_CALLS: ReadonlySet<Phase> = new Set(['ready', 'playing'])

/** An editor's `phaseDetail` while its game is paused. */
export const PAUSED = 'paused'

/** dotnet: the package's own C# on plain .NET. */
export const EditorKind = z.enum(['unity', 'simulator', 'dotnet'])
export type EditorKind = z.infer<typeof EditorKind>

/** The kind that a relay of any version reports: an unknown one (older relays have `pipeline`) counts as Unity. */
export const ReportedEditorKind = z.catch(EditorKind, 'unity')

/** `<relayId>:<first 12 hex of SHA-256 of the normalised project path>`; survives restarts of both. */
export const EditorKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{4,64}:[0-9a-f]{12}$/))
export type EditorKey = z.infer<typeof EditorKey>

/** unity: it has a part of a Unity project, or an editor has connected · plain: any other; files, commands and Git. */
export const FolderKind = z.enum(['unity', 'plain'])
export type FolderKind = z.infer<typeof FolderKind>

export const EditorSeat = z.object({
	editorKey: EditorKey,
	/** The linked folder's last segment. */
	name: z.string().check(z.minLength(1), z.maxLength(200)),
	projectPath: z.string().check(z.maxLength(4_096)),
	/** Absent: an older relay, which links Unity projects only. */
	folderKind: z.optional(FolderKind),
	phase: Phase,
	/** Unix milliseconds at which the phase began. */
	phaseSince: z.int().check(z.nonnegative()),
	/** E.g. the dialog's title, the assembly being compiled, or {@link PAUSED}. */
	phaseDetail: z.optional(z.string().check(z.maxLength(200))),
	/** While the package is not connected (phase `gone`): what the relay sees of Unity. Absent: it sees nothing. */
	outside: z.optional(Outside),
	/** Commands of the agent that run in the background in this folder. Absent: none, or an older relay. */
	backgroundCommands: z.optional(z.int().check(z.nonnegative())),
	/** Absent while no process has ever connected. */
	process: z.optional(
		z.object({
			sessionId: z.string().check(z.minLength(1), z.maxLength(128)),
			connSeq: z.int().check(z.nonnegative()),
			pid: z.int().check(z.nonnegative()),
			kind: ReportedEditorKind,
			unityVersion: z.string().check(z.maxLength(64)),
			pluginVersion: z.string().check(z.maxLength(64)),
			productGuid: z.string().check(z.maxLength(64)),
		}),
	),
})
export type EditorSeat = z.infer<typeof EditorSeat>

export const folderKindOf = ({ folderKind }: Pick<EditorSeat, 'folderKind'>): FolderKind =>
	folderKind ?? 'unity'

/** A folder without Unity, which no editor has joined: it is ready while its relay is connected. */
export const needsNoEditor = (seat: Pick<EditorSeat, 'folderKind' | 'process'>): boolean =>
	folderKindOf(seat) === 'plain' && seat.process === undefined

/** The parts of an editor that changed since the last such event; at most 4 a second per editor. */
export const ChangeScope = z.enum(['hierarchy', 'selection', 'console', 'assets', 'play', 'scene'])
export type ChangeScope = z.infer<typeof ChangeScope>
