/** Where this package is. Found by its package.json and not by counting folders: the published code is bundled, in other folders than the sources. */
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

export const PACKAGE_FOLDER = dirname(findPackageJSON(import.meta.url)!);
