/** Every route of the API. To add one: declare it in its resource's file, and list it there. */

import { evolutionRoutes } from '../arena/routes/evolutions.ts'
import { liveArenaRoutes } from '../arena/routes/live.ts'
import { liveArenaPlayRoutes } from '../arena/routes/live-play.ts'
import { arenaPlayRoutes } from '../arena/routes/play.ts'
import { arenaPlayerRoutes } from '../arena/routes/player.ts'
import { reportRoutes } from '../automations/outgoing/routes.ts'
import { automationRoutes } from '../automations/routes/automations.ts'
import { deliveryRoutes } from '../automations/routes/deliveries.ts'
import { hookRoutes } from '../automations/routes/hooks.ts'
import { scheduleTimesRoutes } from '../automations/routes/schedule-times.ts'
import { mcpSignInRoutes } from '../mcp-servers/oauth/routes.ts'
import { mcpServerRoutes } from '../mcp-servers/routes.ts'
import { pushRoutes } from '../push/routes.ts'
import { accountRoutes } from './account.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { blobRoutes } from './blobs.ts'
import { branchRoutes } from './branches.ts'
import { changeRoutes } from './changes.ts'
import { computerRoutes } from './computers.ts'
import { connectionRoutes } from './connections.ts'
import { contextRoutes } from './context.ts'
import { conversationRoutes } from './conversations.ts'
import { copyRoutes } from './copies.ts'
import { dollarBudgetRoutes } from './dollar-budgets.ts'
import { exportRoutes } from './exports.ts'
import { grantRoutes } from './grants.ts'
import { healthRoutes } from './health.ts'
import { invitationRoutes } from './invitations.ts'
import { keyRoutes } from './keys.ts'
import { mailLinkRoutes } from './mail-link.ts'
import { mcpRoutes } from './mcp.ts'
import { memberRoutes } from './members.ts'
import { messageRoutes } from './messages.ts'
import { modelEndpointRoutes } from './model-endpoints.ts'
import { modelFactsRoutes } from './model-facts.ts'
import { modelListRoutes } from './model-lists.ts'
import { modelRoutes } from './models.ts'
import { needsYouRoutes } from './needs-you.ts'
import { openApiRoute } from './openapi.ts'
import { operatorRoutes } from './operator.ts'
import { pairingRoutes } from './pairing.ts'
import { passkeyRoutes } from './passkeys.ts'
import { projectRoutes } from './projects.ts'
import { relayTokenRoutes } from './relay-tokens.ts'
import { revertRoutes } from './reverts.ts'
import type { Route } from './route.ts'
import { searchKeyRoutes } from './search-keys.ts'
import { seatRoutes } from './seats.ts'
import { shareLinkRoutes } from './share-links.ts'
import { sharePageRoutes } from './share-pages.ts'
import { shareRoutes } from './shares.ts'
import { signInRoutes } from './sign-in.ts'
import { skillRoutes } from './skills.ts'
import { socketRoutes } from './sockets.ts'
import { subAgentRoutes } from './sub-agents.ts'
import { trashRoutes } from './trash.ts'
import { trialRoutes } from './trial.ts'
import { usageRoutes } from './usage.ts'
import { wayInRoutes } from './ways-in.ts'

export const routes: readonly Route[] = [
	...healthRoutes,
	...modelRoutes,
	...modelListRoutes,
	...modelFactsRoutes,
	...keyRoutes,
	...searchKeyRoutes,
	...modelEndpointRoutes,
	...skillRoutes,
	...authRoutes,
	...apiTokenRoutes,
	...signInRoutes,
	...accountRoutes,
	...arenaPlayerRoutes,
	...arenaPlayRoutes,
	...liveArenaRoutes,
	...liveArenaPlayRoutes,
	...evolutionRoutes,
	...passkeyRoutes,
	...wayInRoutes,
	...mailLinkRoutes,
	...trialRoutes,
	...projectRoutes,
	...memberRoutes,
	...invitationRoutes,
	...changeRoutes,
	...auditRoutes(() => routes),
	...relayTokenRoutes,
	...pairingRoutes,
	...computerRoutes,
	...seatRoutes,
	...grantRoutes,
	...conversationRoutes,
	...trashRoutes,
	...branchRoutes,
	...copyRoutes,
	...messageRoutes,
	...contextRoutes,
	...subAgentRoutes,
	...revertRoutes,
	...blobRoutes,
	...exportRoutes,
	...shareRoutes,
	...shareLinkRoutes,
	...sharePageRoutes,
	...socketRoutes,
	...pushRoutes,
	...automationRoutes,
	...scheduleTimesRoutes,
	...deliveryRoutes,
	...reportRoutes,
	...hookRoutes,
	...connectionRoutes,
	...mcpRoutes,
	...mcpServerRoutes,
	...mcpSignInRoutes,
	...usageRoutes,
	...dollarBudgetRoutes,
	...needsYouRoutes,
	...operatorRoutes,
	openApiRoute(() => routes),
]
