<?php
// php owncloud.php, with phpseclib 2 as Debian installs it: what ownCloud's Crypto::encrypt() calls.
require '/usr/share/php/phpseclib/autoload.php';
use phpseclib\Crypt\AES; use phpseclib\Crypt\Hash;
function mac($m,$p){ $h=new Hash('sha512'); $h->setKey(hash('sha512',$p.'a')); return $h->hash($m); }
$secret='owncloud-secret'; $plain='JBSWY3DPEHPK3PXP';
[$password,$key]=str_split(hash_hkdf('sha512',$secret,0),32);
$c=new AES('cbc'); $c->setPassword($password,'pbkdf2','sha1','phpseclib'); $iv=random_bytes(16); $c->setIV($iv);
$ct=bin2hex($c->encrypt($plain));
echo "v2|$ct|".bin2hex($iv).'|'.bin2hex(mac($ct.$iv,$key)),"\n";
