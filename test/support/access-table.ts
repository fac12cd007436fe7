/**
 * Who may do what: the access matrix. Every operation of openapi.yaml has a row; one on a game has one for each kind of
 * game that makes a difference. A new operation needs a line here and, where it needs more than the example of its body
 * and the ids of `access-requests.ts`, a line there.
 *
 * Rows: the operation, a variant after a slash where there are several (`private`: in a private game, otherwise in a
 * public one), the scopes that it needs, and what each caller is answered, success or a word of {@link REFUSALS}.
 *
 * | caller   | is                                                                                          |
 * | -------- | ------------------------------------------------------------------------------------------- |
 * | `nobody` | without a token                                                                             |
 * | `other`  | a player who has nothing to do with the game, with every scope                              |
 * | `spect`  | another such player, a spectator: the token has the scope `read` and no other               |
 * | `oppon`  | the opponent of the player, when the game is as it suits the player                         |
 * | `player` | a player with a token of its own, with every scope                                          |
 * | `app:p`  | the app of the player, acting for it by `Salta-Player`                                      |
 * | `app`    | the app of the player, by itself                                                            |
 * | `app2`   | another app, by itself                                                                      |
 * | `app2:o` | another app, acting for a player of its own, who has nothing to do with the game            |
 * | `oper`   | the operator of the service, by `ADMIN_TOKEN`                                               |
 * | `forgn`  | who names in `Salta-Player` whom it may not act for: another app the player, the app the    |
 * |          | opponent, who is of no app, the opponent the player, and the operator the player            |
 * | `revok`  | the player, and the app for the player, each by a token that has been revoked               |
 * | `expir`  | the same, each by a token that has expired                                                  |
 *
 * Scopes (`needs`): `-` for none. `player`, `app:p` and `app`, where they succeed with every scope, are tried with exactly
 * these as well and must be answered the same; and without each of them, which is refused with `scope`. `?read`: without
 * it a private game is not seen, as by a stranger. `app:manage`: asked of apps by themselves only.
 *
 * `200+` and `200-`: the answer names what the request is about (`watched` in `access-requests.ts`), or does not.
 */
export const ACCESS_TABLE = `
operation                   needs        nobody  other   spect   oppon   player  app:p   app     app2    app2:o  oper    forgn   revok   expir

# Nobody is looked at.
getLiveness                 -            200     200     200     200     200     200     200     200     200     200     200     200     200
getReadiness                -            200     200     200     200     200     200     200     200     200     200     200     200     200
getMetrics                  -            200     200     200     200     200     200     200     200     200     200     200     200     200
listPresets                 -            200     200     200     200     200     200     200     200     200     200     200     200     200
getPreset                   -            200     200     200     200     200     200     200     200     200     200     200     200     200
listLegalMoves              -            200     200     200     200     200     200     200     200     200     200     200     200     200
playMoves                   -            200     200     200     200     200     200     200     200     200     200     200     200     200
scorePosition               -            200     200     200     200     200     200     200     200     200     200     200     200     200
explorePosition             -            200     200     200     200     200     200     200     200     200     200     200     200     200
drawBoard                   -            200     200     200     200     200     200     200     200     200     200     200     200     200
listPlayers                 -            200     200     200     200     200     200     200     200     200     200     200     200     200
getPlayer                   -            200     200     200     200     200     200     200     200     200     200     200     200     200
listRatings                 -            200     200     200     200     200     200     200     200     200     200     200     200     200
listLeaderboard             -            200     200     200     200     200     200     200     200     200     200     200     200     200

# Ratings and results.
listRatingHistory           -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
getStatistics/public        -            200+    200+    200+    200+    200+    200+    200+    200+    200+    200+    foreign 401     401
getStatistics/private       ?read        200-    200-    200-    200+    200+    200+    200+    200-    200-    200-    foreign 401     401
getHeadToHead/public        -            200+    200+    200+    200+    200+    200+    200+    200+    200+    200+    foreign 401     401
getHeadToHead/private       ?read        200-    200-    200-    200+    200+    200+    200+    200-    200-    200-    foreign 401     401

# Players and their tokens.
registerPlayer              app:manage   201     201     201     201     201     alone   201     201     alone   201     foreign 401     401
registerPlayer/closed       app:manage   closed  closed  closed  closed  closed  alone   201     201     alone   201     foreign 401     401
getMe                       -            401     200     200     200     200     200     200     200     200     200     foreign 401     401
updateMe                    manage       401     200     scope   200     200     200     who     who     200     who     foreign 401     401
deleteMe                    manage       401     204     scope   204     204     204     who     who     204     who     foreign 401     401
listMyTokens                manage       401     200-    scope   200-    200+    200+    200-    200-    200-    who     foreign 401     401
listMyTokens/app            manage       401     200-    scope   200-    200-    200-    200+    200-    200-    who     foreign 401     401
createMyToken               manage       401     201     scope   201     201     201     201     201     201     who     foreign 401     401
revokeMyToken               manage       401     404t    scope   404t    204     204     404t    404t    404t    who     foreign 401     401
revokeMyToken/app           manage       401     404t    scope   404t    404t    404t    204     404t    404t    who     foreign 401     401

# Apps.
createApp                   -            401     oper    oper    oper    oper    oper    oper    oper    oper    201     foreign 401     401
listApps                    -            401     oper    oper    oper    oper    oper    oper    oper    oper    200     foreign 401     401
getApp                      read         401     oper    oper    oper    oper    200     200     oper    oper    200     foreign 401     401
updateApp                   -            401     oper    oper    oper    oper    oper    oper    oper    oper    200     foreign 401     401
deleteApp                   -            401     oper    oper    oper    oper    oper    oper    oper    oper    204     foreign 401     401
listAppTokens               -            401     oper    oper    oper    oper    oper    oper    oper    oper    200+    foreign 401     401
createAppToken              -            401     oper    oper    oper    oper    oper    oper    oper    oper    201     foreign 401     401
revokeAppToken              -            401     oper    oper    oper    oper    oper    oper    oper    oper    204     foreign 401     401
listAppPlayers              read         401     app     app     app     app     200+    200+    200-    200-    app     foreign 401     401

# Webhooks, of a player and of an app.
createWebhook               manage       401     201     scope   201     201     201     201     201     201     who     foreign 401     401
listWebhooks                manage       401     200-    scope   200-    200+    200+    200-    200-    200-    who     foreign 401     401
listWebhooks/app            manage       401     200-    scope   200-    200-    200-    200+    200-    200-    who     foreign 401     401
getWebhook                  manage       401     404w    scope   404w    200     200     404w    404w    404w    who     foreign 401     401
getWebhook/app              manage       401     404w    scope   404w    404w    404w    200     404w    404w    who     foreign 401     401
updateWebhook               manage       401     404w    scope   404w    200     200     404w    404w    404w    who     foreign 401     401
updateWebhook/app           manage       401     404w    scope   404w    404w    404w    200     404w    404w    who     foreign 401     401
deleteWebhook               manage       401     404w    scope   404w    204     204     404w    404w    404w    who     foreign 401     401
deleteWebhook/app           manage       401     404w    scope   404w    404w    404w    204     404w    404w    who     foreign 401     401
rotateWebhookSecret         manage       401     404w    scope   404w    201     201     404w    404w    404w    who     foreign 401     401
rotateWebhookSecret/app     manage       401     404w    scope   404w    404w    404w    201     404w    404w    who     foreign 401     401
pingWebhook                 manage       401     404w    scope   404w    201     201     404w    404w    404w    who     foreign 401     401
pingWebhook/app             manage       401     404w    scope   404w    404w    404w    201     404w    404w    who     foreign 401     401
listWebhookDeliveries       manage       401     404w    scope   404w    200     200     404w    404w    404w    who     foreign 401     401
listWebhookDeliveries/app   manage       401     404w    scope   404w    404w    404w    200     404w    404w    who     foreign 401     401
getWebhookDelivery          manage       401     404w    scope   404w    200     200     404w    404w    404w    who     foreign 401     401
getWebhookDelivery/app      manage       401     404w    scope   404w    404w    404w    200     404w    404w    who     foreign 401     401
redeliverWebhook            manage       401     404w    scope   404w    202     202     404w    404w    404w    who     foreign 401     401
redeliverWebhook/app        manage       401     404w    scope   404w    404w    404w    202     404w    404w    who     foreign 401     401

# Games on record.
listRecordEvents            -            200     200     200     200     200     200     200     200     200     200     200     200     200
getRecordEvent              -            404e    404e    404e    404e    404e    404e    404e    404e    404e    404e    404e    404e    404e
searchRecords/public        -            200+    200+    200+    200+    200+    200+    200+    200+    200+    200+    foreign 401     401
searchRecords/private       ?read        200-    200-    200-    200+    200+    200+    200+    200-    200-    200-    foreign 401     401
getRecord/public            -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
getRecord/private           read         404r    404r    404r    200     200     200     200     404r    404r    404r    foreign 401     401
exportRecords/public        -            200+    200+    200+    200+    200+    200+    200+    200+    200+    200+    foreign 401     401
exportRecords/private       ?read        200-    200-    200-    200+    200+    200+    200+    200-    200-    200-    foreign 401     401
importRecords               app:manage   401     app     app     app     app     app     200     200     app     200     foreign 401     401

# Games: lists, and what can be seen of one.
listGames/public            -            200+    200+    200+    200+    200+    200+    200+    200+    200+    200+    foreign 401     401
listGames/private           ?read        200-    200-    200-    200+    200+    200+    200+    200-    200-    200-    foreign 401     401
listMyGames/public          read         401     200-    200-    200+    200+    200+    who     who     200-    who     foreign 401     401
listMyGames/private         read         401     200-    200-    200+    200+    200+    who     who     200-    who     foreign 401     401
countMyGames                read         401     200     200     200     200     200     who     who     200     who     foreign 401     401
getGame/public              -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
getGame/private             read         404     404     404     200     200     200     200     404     404     404     foreign 401     401
getGamePosition/public      -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
getGamePosition/private     read         404     404     404     200     200     200     200     404     404     404     foreign 401     401
drawGame/public             -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
drawGame/private            read         404     404     404     200     200     200     200     404     404     404     foreign 401     401
getGameRecord/public        -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
getGameRecord/private       read         404     404     404     200     200     200     200     404     404     404     foreign 401     401
listGameLegalMoves/public   -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
listGameLegalMoves/private  read         404     404     404     200     200     200     200     404     404     404     foreign 401     401
listMoves/public            -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
listMoves/private           read         404     404     404     200     200     200     200     404     404     404     foreign 401     401
scoreGame/public            -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
scoreGame/private           read         404     404     404     200     200     200     200     404     404     404     foreign 401     401

# Commands on games. In each the player may give the command; where the opponent may not, that is said.
createGame                  play         401     201     scope   201     201     201     who     who     201     who     foreign 401     401
joinGame/open               play         401     200     scope   joined  200     200     who     who     200     who     foreign 401     401
joinGame/public             play         401     invited scope   joined  200     200     who     who     invited who     foreign 401     401
joinGame/private            read+play    404     404     404     joined  200     200     who     404     404     404     foreign 401     401
declineGame/public          play         401     chall   scope   chall   200     200     who     who     chall   who     foreign 401     401
declineGame/private         read+play    404     404     404     chall   200     200     who     404     404     404     foreign 401     401
cancelGame/open             play         401     part    scope   part    200     200     who     who     part    who     foreign 401     401
cancelGame/public           play         401     part    scope   200     200     200     who     who     part    who     foreign 401     401
cancelGame/private          read+play    404     404     404     200     200     200     who     404     404     404     foreign 401     401
playMove/public             play         401     part    scope   turn    201     201     who     who     part    who     foreign 401     401
playMove/private            read+play    404     404     404     turn    201     201     who     404     404     404     foreign 401     401
callSalta/public            play         401     part    scope   turn    201     201     who     who     part    who     foreign 401     401
callSalta/private           read+play    404     404     404     turn    201     201     who     404     404     404     foreign 401     401
resignGame/public           play         401     part    scope   200     200     200     who     who     part    who     foreign 401     401
resignGame/private          read+play    404     404     404     200     200     200     who     404     404     404     foreign 401     401
offerDraw/public            play         401     part    scope   200     200     200     who     who     part    who     foreign 401     401
offerDraw/private           read+play    404     404     404     200     200     200     who     404     404     404     foreign 401     401
acceptDraw/public           play         401     part    scope   offer   200     200     who     who     part    who     foreign 401     401
acceptDraw/private          read+play    404     404     404     offer   200     200     who     404     404     404     foreign 401     401
declineDraw/public          play         401     part    scope   offer   200     200     who     who     part    who     foreign 401     401
declineDraw/private         read+play    404     404     404     offer   200     200     who     404     404     404     foreign 401     401
withdrawDraw/public         play         401     part    scope   offer   200     200     who     who     part    who     foreign 401     401
withdrawDraw/private        read+play    404     404     404     offer   200     200     who     404     404     404     foreign 401     401
requestTakeback/public      play         401     part    scope   200     200     200     who     who     part    who     foreign 401     401
requestTakeback/private     read+play    404     404     404     200     200     200     who     404     404     404     foreign 401     401
acceptTakeback/public       play         401     part    scope   request 200     200     who     who     part    who     foreign 401     401
acceptTakeback/private      read+play    404     404     404     request 200     200     who     404     404     404     foreign 401     401
declineTakeback/public      play         401     part    scope   request 200     200     who     who     part    who     foreign 401     401
declineTakeback/private     read+play    404     404     404     request 200     200     who     404     404     404     foreign 401     401
withdrawTakeback/public     play         401     part    scope   request 200     200     who     who     part    who     foreign 401     401
withdrawTakeback/private    read+play    404     404     404     request 200     200     who     404     404     404     foreign 401     401
rematchGame/public          play         401     part    scope   201     201     201     who     who     part    who     foreign 401     401
rematchGame/private         read+play    404     404     404     201     201     201     who     404     404     404     foreign 401     401

# Time off, and what happened.
getMyVacation               read         401     200     200     200     200     200     who     who     200     who     foreign 401     401
updateMyVacation            play         401     200     scope   200     200     200     who     who     200     who     foreign 401     401
startMyVacation             play         401     200     scope   200     200     200     who     who     200     who     foreign 401     401
endMyVacation               play         401     home    scope   home    home    home    who     who     home    who     foreign 401     401
listMyEvents                read         401     200     200     200     200     200     who     who     200     who     foreign 401     401
listGameEvents/public       -            200     200     200     200     200     200     200     200     200     200     foreign 401     401
listGameEvents/private      read         404     404     404     200     200     200     200     404     404     404     foreign 401     401

# Conditional moves.
getConditionalMoves/public  read         401     part    part    200     200     200     who     who     part    who     foreign 401     401
getConditionalMoves/private read         404     404     404     200     200     200     who     404     404     404     foreign 401     401
setConditionalMoves/public  play         401     part    scope   own     200     200     who     who     part    who     foreign 401     401
setConditionalMoves/private read+play    404     404     404     own     200     200     who     404     404     404     foreign 401     401
deleteConditionalMoves/public play         401     part    scope   204     204     204     who     who     part    who     foreign 401     401
deleteConditionalMoves/private read+play    404     404     404     204     204     204     who     404     404     404     foreign 401     401

# What players agree on about time.
offerPause/public           play         401     part    scope   200     200     200     who     who     part    who     foreign 401     401
offerPause/private          read+play    404     404     404     200     200     200     who     404     404     404     foreign 401     401
acceptPause/public          play         401     part    scope   propos  200     200     who     who     part    who     foreign 401     401
acceptPause/private         read+play    404     404     404     propos  200     200     who     404     404     404     foreign 401     401
declinePause/public         play         401     part    scope   propos  200     200     who     who     part    who     foreign 401     401
declinePause/private        read+play    404     404     404     propos  200     200     who     404     404     404     foreign 401     401
withdrawPause/public        play         401     part    scope   propos  200     200     who     who     part    who     foreign 401     401
withdrawPause/private       read+play    404     404     404     propos  200     200     who     404     404     404     foreign 401     401
endPause/public             play         401     part    scope   200     200     200     who     who     part    who     foreign 401     401
endPause/private            read+play    404     404     404     200     200     200     who     404     404     404     foreign 401     401
offerWeekends/public        play         401     part    scope   200     200     200     who     who     part    who     foreign 401     401
offerWeekends/private       read+play    404     404     404     200     200     200     who     404     404     404     foreign 401     401
acceptWeekends/public       play         401     part    scope   propos  200     200     who     who     part    who     foreign 401     401
acceptWeekends/private      read+play    404     404     404     propos  200     200     who     404     404     404     foreign 401     401
declineWeekends/public      play         401     part    scope   propos  200     200     who     who     part    who     foreign 401     401
declineWeekends/private     read+play    404     404     404     propos  200     200     who     404     404     404     foreign 401     401
withdrawWeekends/public     play         401     part    scope   propos  200     200     who     who     part    who     foreign 401     401
withdrawWeekends/private    read+play    404     404     404     propos  200     200     who     404     404     404     foreign 401     401
`;

/** The refusals that stand in the table: status and code of the problem. */
export const REFUSALS: Readonly<Record<string, readonly [status: number, code: string]>> = {
  '401': [401, 'unauthorized'],
  '404': [404, 'game-not-found'],
  '404t': [404, 'token-not-found'],
  '404w': [404, 'webhook-not-found'],
  scope: [403, 'insufficient-scope'],
  who: [403, 'player-required'],
  foreign: [403, 'player-not-of-this-app'],
  '404r': [404, 'record-not-found'],
  '404e': [404, 'event-not-found'],
  app: [403, 'app-required'],
  oper: [403, 'operator-required'],
  closed: [403, 'registration-closed'],
  part: [403, 'not-a-player-of-this-game'],
  chall: [403, 'not-challenged'],
  invited: [403, 'forbidden'],
  joined: [409, 'already-joined'],
  turn: [409, 'not-your-turn'],
  offer: [409, 'no-draw-offer'],
  request: [409, 'no-takeback-request'],
  propos: [409, 'no-proposal'],
  own: [409, 'your-own-turn'],
  home: [409, 'not-on-vacation'],
  /** An app makes players by itself: `Salta-Player` is to be left out. */
  alone: [400, 'invalid-request'],
};
