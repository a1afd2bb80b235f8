/** Projects, and what people changed in them. JSON bodies of `/api`. */
import * as z from 'zod/mini'
import { Budget } from '../conversations/runs.ts'
import { Id } from '../http/id.ts'
import { MadeKind } from '../packs/kind.ts'
import { Author } from '../people/author.ts'
import { MemberRole } from '../people/roles.ts'

export const ProjectName = z
	.string()
	.check(z.trim(), z.minLength(1, 'Give the project a name.'), z.maxLength(100))

export const Project = z.object({
	id: Id,
	name: z.string(),
	createdAt: z.int(),
	updatedAt: z.int(),
	/** The latest message or run in it; before the first one, when it was created. */
	lastUsedAt: z.int(),
	conversationCount: z.int(),
	/** Conversations whose run waits for an answer; 0 for viewers, who cannot give one. */
	needsYouCount: z._default(z.int(), 0),
	/** Your role; null: you are not a member. */
	role: z.nullable(MemberRole),
	/** Applies to each run, unless its conversation sets another. */
	budget: z.optional(Budget),
	/** The reason that the operator gave; missing: the project is not suspended. */
	suspended: z.optional(z.string()),
	/** Fixed when it was created; missing: that of the folder that its runs work in. */
	kind: z.optional(MadeKind),
	/** In the list only: the path of the newest picture in its conversations; missing: there is none. */
	picture: z.optional(z.string()),
})

export type Project = z.infer<typeof Project>

export const ProjectList = z.object({ projects: z.array(Project) })

export const CreateProject = z.object({ name: ProjectName, kind: z.optional(MadeKind) })

export const UpdateProject = z
	.object({
		name: z.optional(ProjectName),
		/** null: the default. */
		budget: z.optional(z.nullable(Budget)),
	})
	.check(
		z.refine(
			(change) => Object.keys(change).length > 0,
			'Specify what to change: "name" or "budget".',
		),
	)

/** A person's change to a project or a conversation, with the value before. */
export const Change = z.object({
	id: z.string(),
	/** The changed conversation; null if the project itself was changed. */
	conversationId: z.nullable(z.string()),
	what: z.enum([
		'title',
		'mode',
		'model',
		'effort',
		'budget',
		'name',
		'role',
		'grant',
		'share',
		'automation',
	]),
	/** The member whose role changed, or the permission. */
	subject: z.nullable(z.string()),
	before: z.unknown(),
	after: z.unknown(),
	by: z.omit(Author, { userId: true }),
	createdAt: z.int(),
})

export type Change = z.infer<typeof Change>

export const ChangeList = z.object({ changes: z.array(Change) })

export type ChangeList = z.infer<typeof ChangeList>
