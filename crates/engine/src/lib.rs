//! Where games, searches and knowledge meet.
