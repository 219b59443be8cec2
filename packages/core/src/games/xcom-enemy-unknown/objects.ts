export * from './swf-movie.js'
