/**
 * The folder of this package. Found by its package.json and not by a relative path, because the published code is bundled into other
 * folders than the sources.
 */
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

export const PACKAGE_FOLDER = dirname(findPackageJSON(import.meta.url)!);
