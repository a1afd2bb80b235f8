/**
 * The context that a linked folder gives the agent unasked: the project's notes, its skills, and the editor's state.
 * The conversation asks before each step of the model; the relay reads it anew each time and keeps nothing.
 */
import * as z from 'zod/mini'
import { EditorKey, FolderKind, Phase, ReportedEditorKind } from '../editors/editors.ts'
import { SkillName } from './skills.ts'

export const PROJECT_CONTEXT = {
	/** Characters of one file of notes; the agent reads the rest with `read_file`. */
	noteChars: 16_000,
	skills: 50,
	/** Characters of a skill's description in the list; `load_skill` returns all of it. */
	descriptionChars: 300,
	problems: 10,
	scenes: 8,
	selected: 5,
	roots: 12,
	/** Scenes whose root objects the run knows. */
	rootsTold: 50,
} as const

const Path = z.string().check(z.maxLength(1_000))

/** A file of notes at the root of the linked folder. */
export const ProjectNote = z.object({
	path: Path,
	/** Its beginning; empty if it cannot be read. */
	text: z.string().check(z.maxLength(PROJECT_CONTEXT.noteChars)),
	/** The size of the whole file. */
	bytes: z.int().check(z.nonnegative()),
	/** True if `text` is only its beginning. */
	cut: z.boolean(),
	/** Why it cannot be read, as a sentence. */
	problem: z.optional(z.string().check(z.maxLength(500))),
})
export type ProjectNote = z.infer<typeof ProjectNote>

export const SkillLine = z.object({
	name: SkillName,
	description: z.string().check(z.maxLength(PROJECT_CONTEXT.descriptionChars)),
})
export type SkillLine = z.infer<typeof SkillLine>

/** Members that are unknown are absent. */
export const EditorFacts = z.object({
	/** The folder's name. */
	project: z.string().check(z.maxLength(200)),
	folderKind: z.optional(FolderKind),
	kind: z.optional(ReportedEditorKind),
	unityVersion: z.optional(z.string().check(z.maxLength(64))),
	phase: Phase,
	isPlaying: z.optional(z.boolean()),
	isPaused: z.optional(z.boolean()),
	/** The active one first. */
	scenes: z.optional(
		z
			.array(z.object({ path: Path, dirty: z.boolean() }))
			.check(z.maxLength(PROJECT_CONTEXT.scenes)),
	),
	/** The active scene's first root objects, and how many there are. Absent if they are told already. */
	roots: z.optional(
		z.object({
			names: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(PROJECT_CONTEXT.roots)),
			count: z.int().check(z.nonnegative()),
		}),
	),
	renderPipeline: z.optional(z.string().check(z.maxLength(200))),
	/** The input systems that scripts can read. */
	input: z.optional(z.enum(['legacy', 'input-system', 'both'])),
	/** The branch, a commit, or words about a repository above the folder; null if there is no repository. */
	git: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
	/** The prefab that Prefab Mode shows; null: it is closed. */
	prefab: z.optional(z.nullable(Path)),
	/** Paths of the first selected objects, and how many there are. */
	selection: z.optional(
		z.object({
			paths: z.array(Path).check(z.maxLength(PROJECT_CONTEXT.selected)),
			count: z.int().check(z.nonnegative()),
		}),
	),
})
export type EditorFacts = z.infer<typeof EditorFacts>

export const ProjectContext = z.object({
	notes: z.array(ProjectNote).check(z.maxLength(2)),
	/** The skills, sorted by name. */
	skills: z.array(SkillLine).check(z.maxLength(PROJECT_CONTEXT.skills)),
	/** Sentences: skills that are not offered, and why. */
	problems: z
		.array(z.string().check(z.maxLength(500)))
		.check(z.maxLength(PROJECT_CONTEXT.problems)),
	editor: EditorFacts,
})
export type ProjectContext = z.infer<typeof ProjectContext>

/** Room → relay. */
export const ContextRequests = {
	'project.context': {
		params: z.object({
			editorKey: EditorKey,
			/** Scenes whose root objects the run has been told, as {@link EditorFacts} names them. */
			rootsTold: z.optional(z.array(Path).check(z.maxLength(PROJECT_CONTEXT.rootsTold))),
		}),
		result: ProjectContext,
	},
} as const
