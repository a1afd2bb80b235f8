import { addLink } from '../../src/home/links.ts'
import { FakeRoom } from '../fakes/fake-room.ts'
import { type Cleanups, makeUnityProject, temporaryFolder } from './support.ts'

/** A Unity folder that is linked to a fake room, and a home for the relay that serves it. */
export async function linkedProject(
	cleanups: Cleanups,
): Promise<{ home: string; path: string; room: FakeRoom }> {
	const folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	const home = `${folder}/home`
	const path = makeUnityProject(folder, 'Game')
	const room = cleanups.add(await FakeRoom.start(), (made) => made.stop())
	await addLink(path, room.link, home)
	return { home, path, room }
}
