import {
	CreateProject,
	Project,
	ProjectList,
	UpdateProject,
} from '@fairlead/protocol/projects/project'
import { authorOf } from '../../access/author.ts'
import { eraseProject } from '../../accounts/erasure/erase-project.ts'
import { erased } from '../../http/erased.ts'
import { HttpProblem, notFound } from '../../http/problem.ts'
import { json, noContent, type Route, route } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import { heldBy, overQuota } from '../../usage/over-quota.ts'
import { personLimits } from '../../usage/quotas.ts'
import { recordChanges } from '../store/changes.ts'
import { describeProject, insertProject, listProjects, updateProject } from '../store/projects.ts'

/** More than one list shows; far more than one person works in. */
const MAX_PROJECTS = 10_000

export const projectRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects',
		operationId: 'listProjects',
		summary: 'List your projects',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'projects.list',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: ProjectList, description: 'Most recently changed first.' }],
		async handle({ db, granted }) {
			return json({ projects: await listProjects(db, granted.actor.userId) })
		},
	}),
	route({
		method: 'post',
		path: '/api/projects',
		operationId: 'createProject',
		summary: 'Create a project',
		access: {
			by: ['token', 'session'],
			on: 'account',
			needs: 'project.create',
			origin: 'own-to-change',
		},
		body: CreateProject,
		answers: [{ status: 201, schema: Project, description: 'The new project. You are its owner.' }],
		async handle({ db, env, body, granted, now, note }) {
			const { projects: max = MAX_PROJECTS } = personLimits(env, granted.actor)
			const { name, kind } = body
			const project = { id: newId('prj', now), name, createdAt: now, updatedAt: now }
			const row = { ...project, kind: kind ?? null }
			if (!(await insertProject(db, row, granted.actor.userId, max))) {
				throw overQuota(heldBy('person', 'projects', max), now)
			}
			note({ projectId: project.id })
			const made = kind === undefined ? project : { ...project, kind }
			return json(
				{ ...made, lastUsedAt: now, conversationCount: 0, needsYouCount: 0, role: 'owner' },
				201,
			)
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId',
		operationId: 'getProject',
		summary: 'Read a project',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'project.read',
			origin: 'own-to-change',
		},
		answers: [{ status: 200, schema: Project, description: 'The project.' }],
		async handle({ db, granted }) {
			return json(await describeProject(db, granted.project, granted.role, granted.allowance))
		},
	}),
	route({
		method: 'patch',
		path: '/api/projects/:projectId',
		operationId: 'updateProject',
		summary: 'Rename a project, or change its run limits',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'project.change',
			origin: 'own-to-change',
		},
		body: UpdateProject,
		answers: [{ status: 200, schema: Project, description: 'The updated project.' }],
		async handle({ db, body, granted, now }) {
			const row = await updateProject(
				db,
				granted.project.id,
				{
					...(body.name === undefined ? {} : { name: body.name }),
					...(body.budget === undefined ? {} : { budget: body.budget }),
				},
				now,
			)
			if (!row) throw notFound('project')
			const { project: before } = granted
			await recordChanges(
				db,
				(['name', 'budget'] as const).map((what) => ({
					projectId: row.id,
					what,
					before: before[what],
					after: row[what],
				})),
				authorOf(granted.actor),
				now,
			)
			return json(await describeProject(db, row, granted.role, granted.allowance))
		},
	}),
	route({
		method: 'delete',
		path: '/api/projects/:projectId',
		operationId: 'deleteProject',
		summary: 'Delete a project with its conversations and relay links',
		access: {
			by: ['token', 'session'],
			on: 'project',
			needs: 'project.delete',
			origin: 'own-to-change',
		},
		answers: [{ status: 204, description: 'Deleted.' }],
		async handle({ db, env, granted }) {
			if (!(await erased(() => eraseProject(db, env, granted.project.id)))) {
				throw new HttpProblem('unavailable', 'The project is too large to delete at once.', {
					detail: 'Part of it was deleted. Delete the project again to continue.',
					headers: { 'retry-after': '1' },
				})
			}
			return noContent()
		},
	}),
]
