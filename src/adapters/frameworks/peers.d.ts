/**
 * What the adapters use of frameworks that the project does not install, so that it compiles without them. `npm run test:frameworks` compiles
 * the same adapters against the real types.
 */
