/** The Worker: the API, and the Durable Objects behind it. The page is served as static assets. */
import { createApp } from './http/app.ts'

export { AccountEraser } from './accounts/erasure/account-eraser.ts'
export { Trash } from './accounts/erasure/trash.ts'
export { ArenaBattle } from './arena/battle/battle.ts'
export { ArenaLadder } from './arena/battle/ladder.ts'
export { Evolution } from './arena/evolution/evolution.ts'
export { Automations } from './automations/automations.ts'
export { Outgoing } from './automations/outgoing/outgoing.ts'
export { Conversation } from './conversations/conversation.ts'
export { UserFeed } from './feeds/user-feed.ts'
export { ProjectRoom } from './rooms/project-room.ts'

export default createApp()
