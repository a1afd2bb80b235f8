/** A person's skills: instructions that the runs they begin are offered by name. */
import {
	AccountSkill,
	AccountSkillList,
	PutSkill,
	SKILL,
	SkillName,
} from '@fairlead/protocol/projects/skills'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import {
	deleteAccountSkill,
	findAccountSkill,
	listAccountSkills,
	putAccountSkill,
} from '../store/skills.ts'

const OWN = {
	by: ['session'],
	on: 'account',
	needs: 'skills.manage',
	origin: 'own-to-change',
} as const

/** JSON may write a character as six. */
const MAX_BODY_BYTES = 8 * (SKILL.descriptionChars + SKILL.instructionsChars)

function nameOf(text: string): string {
	const name = SkillName.safeParse(text)
	if (name.success) return name.data
	throw new HttpProblem('invalid_request', 'The skill is not valid.', {
		issues: [{ path: '/name', message: name.error.issues[0]?.message ?? 'Choose another name.' }],
	})
}

export const skillRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/skills',
		operationId: 'listSkills',
		summary: 'List your skills',
		access: OWN,
		answers: [{ status: 200, schema: AccountSkillList, description: 'Without instructions.' }],
		async handle({ db, granted }) {
			const rows = await listAccountSkills(db, granted.actor.userId)
			const skills = rows.map(({ userId: _, ...skill }) => skill)
			return json({ skills } satisfies AccountSkillList)
		},
	}),
	route({
		method: 'get',
		path: '/api/skills/:skillName',
		operationId: 'getSkill',
		summary: 'Get one of your skills',
		access: OWN,
		answers: [{ status: 200, schema: AccountSkill, description: 'With its instructions.' }],
		async handle({ db, granted, param }) {
			const key = { userId: granted.actor.userId, name: param('skillName') }
			const row = await findAccountSkill(db, key)
			if (!row) throw notFound('skill')
			const { userId: _, ...skill } = row
			return json(skill satisfies AccountSkill)
		},
	}),
	route({
		method: 'put',
		path: '/api/skills/:skillName',
		operationId: 'putSkill',
		summary: 'Store a skill, instead of the one of this name',
		access: OWN,
		maxBodyBytes: MAX_BODY_BYTES,
		body: PutSkill,
		answers: [
			{ status: 200, schema: AccountSkill, description: 'Runs that you begin now are offered it.' },
		],
		async handle({ db, body, granted, now, param }) {
			const { userId } = granted.actor
			const name = nameOf(param('skillName'))
			const others = (await listAccountSkills(db, userId)).filter((row) => row.name !== name)
			if (others.length >= SKILL.perAccount) {
				throw new HttpProblem('conflict', `You can have ${SKILL.perAccount} skills.`, {
					detail: 'Remove those that you no longer use.',
				})
			}
			const skill: AccountSkill = {
				name,
				description: body.description.replace(/\s+/g, ' '),
				instructions: body.instructions,
				updatedAt: now,
			}
			await putAccountSkill(db, { userId, ...skill })
			return json(skill)
		},
	}),
	route({
		method: 'delete',
		path: '/api/skills/:skillName',
		operationId: 'removeSkill',
		summary: 'Remove one of your skills',
		access: OWN,
		answers: [{ status: 204, description: 'Removed. Runs are no longer offered it.' }],
		async handle({ db, granted, param }) {
			const key = { userId: granted.actor.userId, name: param('skillName') }
			if (!(await deleteAccountSkill(db, key))) throw notFound('skill')
			return noContent()
		},
	}),
]
